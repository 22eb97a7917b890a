// English words that say how a sentence is built and not what it is about. A question for "the" finds nothing by it.
import { once } from "../../../contract/once.ts";

const functionWords = once(
  () =>
    new Set(
      `
  a an the this that these those
  i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
  it its itself they them their theirs themselves one ones
  who whom whose what which when where why how whatever whichever whenever wherever however
  am is are was were be been being do does did doing done have has had having
  can could may might must shall should will would ought cannot
  s t d ll m re ve don doesn didn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn mustn needn ain let lets
  and or but nor so yet if then than as because since while although though unless until whether
  of in on at by for with about against between into through during before after above below to from up down out off over
  under upon near within without towards toward along across around behind beside besides among via per
  again further once here there now just only also too very really quite rather still already ever even
  all any both each every few more most much many other others another some such no not none neither either own
  please tell explain describe know remember recall remind say says said
  get gets got getting go goes going make makes made making
  thing things way ways like
  `
        .trim()
        .split(/\s+/u)
        .concat(["any", "some", "no", "every"].flatMap((first) => [`${first}thing`, `${first}body`, `${first}one`])),
    ),
);

export function isFunctionWord(word: string): boolean {
  return functionWords().has(word);
}
