import type { MadeBy } from "../../services/upkeep/upkeep.ts";

/** Says why a chat model that is set up was of no use. */
export function noticeWordsAlone(
  call: { readonly notice: (sentence: string) => void },
  { wordsAlone }: Pick<MadeBy, "wordsAlone">,
): void {
  if (wordsAlone !== undefined) call.notice(`made by words alone: ${wordsAlone}`);
}
