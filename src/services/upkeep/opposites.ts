// Words of which one denies the other, and words of which only one stands in a place of a sentence. Small general lists.

const pairs = `
on off|up down|in out|enable disable|enabled disabled|always never|allow forbid|allowed forbidden|allow deny|allowed denied|true false
yes no|open closed|open shut|open close|accept reject|accepted rejected|required optional|mandatory optional|public private|start stop
started stopped|increase decrease|increased decreased|add remove|added removed|sync async|synchronous asynchronous|before after|first last
minimum maximum|min max|more less|more fewer|fast slow|quick slow|hot cold|warm cold|new old|same different|possible impossible
internal external|present absent|success failure|succeeds fails|succeeded failed|pass fail|passes fails|passed failed|safe unsafe
valid invalid|supported unsupported|left right|buy sell|love hate|likes dislikes|like dislike|win lose|early late|morning evening
day night|works broken|online offline|local remote|manual automatic|manually automatically|free paid|high low|higher lower|big small
large small|long short|wet dry|good bad|better worse|best worst|right wrong|correct incorrect|easy hard|easy difficult|cheap expensive
full empty|read write|signed unsigned|stable unstable|known unknown|used unused|with without|all none|must mustn|can cannot
`;

const kinds = `
monday tuesday wednesday thursday friday saturday sunday|mondays tuesdays wednesdays thursdays fridays saturdays sundays
january february march april may june july august september october november december
morning noon afternoon evening night midnight|daily weekly monthly yearly hourly|one two three four five six seven eight nine ten
npm yarn pnpm bun|http https|tabs spaces|rest graphql grpc|jest vitest mocha|docker podman|linux windows macos|left middle right
`;

function lists(text: string): readonly (readonly string[])[] {
  return text
    .trim()
    .split(/[|\n]/u)
    .map((list) => list.split(" "));
}

const opposites = new Map<string, Set<string>>();
for (const [one = "", other = ""] of lists(pairs)) {
  opposites.set(one, (opposites.get(one) ?? new Set()).add(other));
  opposites.set(other, (opposites.get(other) ?? new Set()).add(one));
}
const members = lists(kinds).map((list) => new Set(list));

/** Whether one of two words denies the other. */
export function areOpposite(a: string, b: string): boolean {
  return opposites.get(a)?.has(b) === true;
}

/** Whether a word has an opposite. */
export function hasOpposite(word: string): boolean {
  return opposites.has(word);
}

/** Whether two different words are of a kind of which only one stands in a place. */
export function excludeEachOther(a: string, b: string): boolean {
  return a !== b && members.some((kind) => kind.has(a) && kind.has(b));
}
