import { limits } from "../../contract/limits.ts";
import type { CallState, Next, Notice } from "../call-state.ts";
import type { CallAnswer } from "../result.ts";

/** Adds the notices to the result: as data in `_meta["pegboard/notices"]`, and for the model as one text block at the end. */
export async function warnings<Deps>(call: CallState<Deps>, next: Next<Deps>): Promise<CallAnswer> {
  const answer = await next(call);
  if (call.notices.length === 0 || answer.kind !== "result") return answer;
  const shown = call.notices.slice(0, limits.notices);
  const rest = call.notices.length - shown.length;
  const lines = shown.map((notice) => `Notice: ${notice.text}`);
  if (rest > 0) lines.push(`Notice: and ${rest} more`);
  const { result } = answer;
  return {
    kind: "result",
    result: {
      ...result,
      content: [...result.content, { type: "text", text: lines.join("\n") }],
      _meta: { ...result._meta, "pegboard/notices": shown.map(noticeJson) },
    },
  };
}

function noticeJson(notice: Notice) {
  return { kind: notice.kind, text: notice.text, ...(notice.data === undefined ? {} : { data: notice.data }) };
}
