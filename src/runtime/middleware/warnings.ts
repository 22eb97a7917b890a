import { limits } from "../../contract/limits.ts";
import { withContent } from "../answers.ts";
import type { CallState, Notice } from "../call-state.ts";
import type { CallAnswer } from "../result.ts";

/** Adds the notices to the result: as data in `_meta["pegboard/notices"]`, and for the model as one text block at the end. */
export function warnings<Deps>({ notices }: CallState<Deps>, answer: CallAnswer): CallAnswer {
  if (notices.length === 0 || answer.kind !== "result") return answer;
  const shown = notices.slice(0, limits.notices);
  const rest = notices.length - shown.length;
  const lines = shown.map((notice) => `Notice: ${notice.text}`);
  if (rest > 0) lines.push(`Notice: and ${rest} more`);
  const { result } = answer;
  return withContent(answer, {
    ...result,
    content: [...result.content, { type: "text", text: lines.join("\n") }],
    _meta: { ...result._meta, "pegboard/notices": shown.map(noticeJson) },
  });
}

function noticeJson(notice: Notice) {
  return { kind: notice.kind, text: notice.text, ...(notice.data === undefined ? {} : { data: notice.data }) };
}
