// English forms that no stemmer brings together: verbs and nouns that change inside. Each line is one word.
import { once } from "../../../contract/once.ts";

const families = `
arise arose arisen|awake awoke awoken|bear bore borne|beat beaten|become became|begin began begun|bend bent|bet bets|bid bade
bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt
buy bought|catch caught|choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|draw drew drawn|dream dreamt
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled
fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|give gave given
grind ground|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept|kneel knelt|lay laid|lead led
lean leant|leap leapt|learn learnt|leave left|lend lent|lie lay lain lying|light lit|lose lost|mean meant|meet met
mistake mistook mistaken|overcome overcame|pay paid|prove proven|ride rode ridden|ring rang rung|rise rose risen|run ran
see saw seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk
sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|smell smelt|speak spoke spoken|spell spelt|spend spent|spill spilt
spin spun|spoil spoilt|spring sprang sprung|stand stood|steal stole stolen|stick stuck|sting stung|stink stank stunk
strike struck|strive strove striven|swear swore sworn|sweep swept|swell swollen|swim swam swum|swing swung|take took taken
teach taught|tear tore torn|think thought|throw threw thrown|tread trod trodden|understand understood|undo undid undone
wake woke woken|wear wore worn|weave wove woven|weep wept|win won|wind wound|withdraw withdrew withdrawn|write wrote written
man men|woman women|child children|person people|foot feet|tooth teeth|goose geese|mouse mice|louse lice|ox oxen
life lives|knife knives|wife wives|leaf leaves|half halves|shelf shelves|wolf wolves|thief thieves theft|loaf loaves|calf calves
analysis analyses|crisis crises|index indices|matrix matrices|appendix appendices|vertex vertices|criterion criteria
phenomenon phenomena|datum data|medium media|good better best|bad worse worst|far further furthest|little less least
die died death dying dead|birth born|live life|sell sale|lose loss|choose choice|speak speech|grow growth|think thought
fly flight|weigh weight|high height|long length|wide width|deep depth|strong strength|warm warmth|true truth|young youth
marry married marriage|arrive arrival|refuse refusal|remove removal|approve approval|advise advice|practise practice
believe belief|prove proof|save safe safety|serve service|give gift|sit seat|shoot shot|heat hot|proud pride|complain complaint
decide decision|divide division|collide collision|expand expansion|extend extension|permit permission|admit admission
explode explosion|conclude conclusion|include inclusion|invade invasion|persuade persuasion|receive receipt reception
perceive perception|describe description|subscribe subscription|prescribe prescription|transcribe transcript transcription
resolve resolution|solve solution|dissolve dissolution|evolve evolution|destroy destruction|construct construction
repeat repetition|compete competition|oppose opposition|acquire acquisition|define definition|apply application
qualify qualification|notify notification|verify verification|modify modification|classify classification|vary variation
explain explanation|pronounce pronunciation|maintain maintenance|retain retention|detain detention|abstain abstention
sign signature|fail failure|press pressure|depart departure|expose exposure|close closure|mix mixture|seize seizure
one first|two second twice|three third|four fourth|five fifth|six sixth|seven seventh|eight eighth|nine ninth|ten tenth
`;

const others = once(() => {
  const found = new Map<string, readonly string[]>();
  for (const family of families.trim().split(/[|\n]/u)) {
    const forms = family.split(" ");
    for (const form of forms) {
      const known = found.get(form) ?? [];
      found.set(form, [...known, ...forms.filter((other) => other !== form && !known.includes(other))]);
    }
  }
  return found;
});

/** The other forms of a word, or none. */
export function otherForms(word: string): readonly string[] {
  return others().get(word) ?? [];
}

const endings: readonly (readonly [RegExp, string])[] = [
  [/ie[sd]$/u, "y"],
  [/e[sd]$/u, ""],
  [/[sd]$/u, ""],
  [/ing$/u, ""],
  [/ing$/u, "e"],
  [/(.)\1(?:ed|ing)$/u, "$1"],
];

/** What the word may be in a dictionary: tables have those forms only. */
export function dictionaryForms(word: string): readonly string[] {
  return endings.flatMap(([ending, replacement]) => (ending.test(word) ? [word.replace(ending, replacement)] : []));
}
