import { limits } from "../../contract/limits.ts";
import { withContent } from "../answers.ts";
import type { CallState, Notice } from "../call-state.ts";
import type { ContentBlock } from "../content.ts";
import { noticeMark } from "../read-result.ts";
import type { CallAnswer } from "../result.ts";

/** Adds the notices to the result: as data in `_meta["pegboard/notices"]`, and those that it can act on for the model, as one text block at the end. */
export function warnings<Deps>({ notices }: CallState<Deps>, answer: CallAnswer): CallAnswer {
  if (notices.length === 0 || answer.kind !== "result") return answer;
  const shown = notices.slice(0, limits.notices);
  const rest = notices.length - shown.length;
  const lines = shown.filter(({ isForProgram }) => isForProgram !== true).map(({ text }) => `${noticeMark}${text}`);
  if (rest > 0) lines.push(`${noticeMark}and ${rest} more`);
  const { result } = answer;
  const said: readonly ContentBlock[] = lines.length === 0 ? [] : [{ type: "text", text: lines.join("\n") }];
  return withContent(answer, {
    ...result,
    content: [...result.content, ...said],
    _meta: { ...result._meta, "pegboard/notices": shown.map(noticeJson) },
  });
}

function noticeJson(notice: Notice) {
  return { kind: notice.kind, text: notice.text, ...(notice.data === undefined ? {} : { data: notice.data }) };
}
