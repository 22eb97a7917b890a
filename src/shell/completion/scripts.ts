// The scripts that shells read. They ask the program, so they need not change when it does; the word that is typed is handed
// on as it is and never evaluated, and what comes back is quoted before it is put into the line.

/** `@{` stands for what a template would read itself. */
function script(text: string): string {
  return text.replaceAll("@{", "$" + "{");
}

const bash = script(String.raw`# Completion of pegboard for bash 3.2 and newer: eval "$(pegboard completion bash)"
_pegboard() {
  local rest=@{COMP_LINE:0:COMP_POINT} trimmed piece line value head cur kind skip
  local -a words lines
  local i n=0
  # bash cuts words at signs such as = and :, here they are put together again.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    trimmed=@{rest#"@{rest%%[![:space:]]*}"}
    piece=@{COMP_WORDS[i]}
    ((i == COMP_CWORD)) && piece=$trimmed
    if ((n > 0)) && [[ $trimmed == "$rest" ]]; then
      words[n - 1]=@{words[n - 1]}$piece
    else
      words[n]=$piece
      n=$((n + 1))
    fi
    rest=@{trimmed#"$piece"}
  done
  cur=@{words[n - 1]}
  n=0
  while IFS= read -r line; do
    lines[n]=$line
    n=$((n + 1))
  done < <(pegboard __complete -- "@{words[@]:1}" 2>/dev/null)
  COMPREPLY=()
  ((n > 0)) || return 0
  # What is replaced begins behind the last of these signs.
  head=
  for value in @ = :; do
    [[ $COMP_WORDBREAKS == *"$value"* && $cur == *"$value"* ]] || continue
    value=@{cur%"@{cur##*"$value"}"}
    ((@{#value} > @{#head})) && head=$value
  done
  kind=@{lines[0]%% *}
  if [[ $kind != words ]]; then
    skip=@{lines[0]#* }
    compopt -o filenames 2>/dev/null
    local way=-f
    [[ $kind == folders ]] && way=-d
    while IFS= read -r line; do
      value=@{cur:0:skip}$line
      COMPREPLY[@{#COMPREPLY[@]}]=@{value#"$head"}
    done < <(compgen "$way" -- "@{cur:skip}")
    return 0
  fi
  for ((i = 1; i < n; i++)); do
    value=@{lines[i]%%$'\t'*}
    [[ $value == *= ]] && compopt -o nospace 2>/dev/null
    value=@{value#"$head"}
    [[ -n $value ]] || continue
    printf -v value %q "$value"
    COMPREPLY[@{#COMPREPLY[@]}]=$value
  done
}
complete -F _pegboard pegboard
`);

const zsh = script(String.raw`#compdef pegboard
# Completion of pegboard for zsh: eval "$(pegboard completion zsh)" after compinit, or a file _pegboard in a folder of $fpath
_pegboard() {
  local line value summary
  local -a lines done_words done_texts open_words open_texts
  lines=("@{(@f)$(pegboard __complete -- "@{(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  (( @{#lines} )) || return 1
  case @{lines[1]%% *} in
    files) compset -p @{lines[1]#* }; _files; return ;;
    folders) compset -p @{lines[1]#* }; _files -/; return ;;
  esac
  for line in "@{(@)lines[2,-1]}"; do
    value=@{line%%$'\t'*}
    summary=@{line#*$'\t'}
    [[ -n $value ]] || continue
    line=$value
    [[ -n $summary ]] && line="$value  -- $summary"
    if [[ $value == *= ]]; then
      open_words+=("$value")
      open_texts+=("$line")
    else
      done_words+=("$value")
      done_texts+=("$line")
    fi
  done
  (( @{#done_words} )) && compadd -l -d done_texts -a -- done_words
  (( @{#open_words} )) && compadd -l -S '' -d open_texts -a -- open_words
  (( @{#done_words} + @{#open_words} ))
}
if [[ @{funcstack[1]} == _pegboard ]]; then
  _pegboard "$@"
elif (( @{+functions[compdef]} )); then
  compdef _pegboard pegboard
else
  print -u2 "pegboard: completion needs compinit first: autoload -Uz compinit && compinit"
fi
`);

export const completionScripts = { bash, zsh };
