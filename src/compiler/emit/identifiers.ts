/** Names of generated code, made from names of the YAML (snake_case or UPPER_SNAKE). */

/** `note_create` → `noteCreate`. A reserved word of JavaScript gets an underscore: `delete` → `delete_`. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name);
  const camel = pascal.slice(0, 1).toLowerCase() + pascal.slice(1);
  // `import()` of a module that exports `then` would treat it as a promise.
  return reservedWords.has(camel) || camel === "then" ? `${camel}_` : camel;
}

/** `note_create` → `NoteCreate`, `NOTE_MISSING` → `NoteMissing`. */
export function pascalCase(name: string): string {
  const words = name
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => {
      const rest = word === word.toUpperCase() ? word.slice(1).toLowerCase() : word.slice(1);
      return word.slice(0, 1).toUpperCase() + rest;
    })
    .join("");
  // An identifier can't begin with a digit, and must not be empty.
  return /^[A-Za-z]/.test(words) ? words : `_${words}`;
}

/** True for a plain name in TypeScript (ASCII; everything else is quoted). */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) && !reservedWords.has(name);
}

const reservedWords: ReadonlySet<string> = new Set(
  [
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends",
    "false finally for function if implements import in instanceof interface let new null package private protected",
    "public return static super switch this throw true try typeof undefined var void while with yield",
  ]
    .join(" ")
    .split(" "),
);
