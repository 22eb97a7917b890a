// Texts whose words are as unevenly spread as those of a language (Zipf): the nth word comes 1/n as often as the first. The most frequent
// ones are English function words, the others are made up. Always the same for the same seed.

const functionWords =
  "the of and to in a is that for it was on are as with be this from have by not or but an they which at we can has will when their";
const numbers = { one: 1, three: 3, twelve: 12 };
const vocabulary = 30_000;
const syllables =
  "ba ce di fo gu la me ni po ru sa te vi xo zu bra cle dro fli gra pla ste tri mon ter lin gar den sol".split(" ");
const endings = ["", "", "", "s", "ed", "ing", "er", "tion", "ly"];
const months = "January February March April May June July August September October November December".split(" ");

/**
 * A writer of texts and questions.
 * @param from where another writer of this seed has stopped, as its `state` says; default: the beginning
 */
export function writerOf(seed, from = undefined) {
  const { random, stateOf, continueFrom } = randomOf(seed);
  const below = (limit) => Math.floor(random() * limit);
  const words = wordsOf(below);
  const cumulative = [];
  let sum = 0;
  for (let rank = 1; rank <= words.length; rank++) {
    sum += 1 / rank;
    cumulative.push(sum);
  }
  const word = () => words[placeOf(cumulative, random() * sum)];
  const phrase = (length) => Array.from({ length }, word).join(" ");
  // Questions are about what was stored.
  let last = from?.last ?? [];
  if (from !== undefined) continueFrom(from.random);
  const text = () => {
    const written = Array.from({ length: 2 + below(4) }, () => `${phrase(6 + below(9))}.`).join(" ");
    if (below(50) === 0 || last.length === 0) last = [...last.slice(-99), written];
    return written;
  };
  const asked = (length) => {
    const from = last[below(last.length)].replaceAll(".", "").split(" ");
    const start = below(Math.max(1, from.length - length));
    return from.slice(start, start + length).join(" ");
  };
  const question = (kind, now) => {
    if (kind in numbers) return asked(numbers[kind]);
    if (kind === "typo") return `what about ${withTypo(asked(6), below)}`;
    if (kind === "long") return `I would like to know ${asked(18)} and also ${asked(18)}`;
    if (kind === "plain") return `what is the ${asked(7)}`;
    const date = new Date(now - below(60) * 86_400_000);
    return `what did we decide about ${asked(4)} in ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  };
  const state = () => ({ random: stateOf(), last });
  return { below, state, word: () => words[40 + below(2_000)], title: () => phrase(5), text, question };
}

function wordsOf(below) {
  const words = new Set(functionWords.split(" "));
  while (words.size < vocabulary) {
    const length = 2 + below(3);
    const syllable = () => syllables[below(syllables.length)];
    words.add(Array.from({ length }, syllable).join("") + endings[below(endings.length)]);
  }
  return [...words];
}

/** The longest word with two letters exchanged. */
function withTypo(text, below) {
  const words = text.split(" ");
  const [longest] = [...words].sort((a, b) => b.length - a.length);
  const at = 1 + below(Math.max(1, longest.length - 2));
  const wrong =
    longest.slice(0, at) +
    longest
      .slice(at, at + 2)
      .split("")
      .reverse()
      .join("") +
    longest.slice(at + 2);
  return text.replace(longest, wrong);
}

/** The first place whose sum is not below. */
function placeOf(cumulative, sum) {
  let [low, high] = [0, cumulative.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulative[middle] < sum) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @see https://en.wikipedia.org/wiki/Linear_congruential_generator; the numbers are those of Numerical Recipes */
function randomOf(seed) {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const continueFrom = (known) => {
    state = known;
  };
  return { random, stateOf: () => state, continueFrom };
}
