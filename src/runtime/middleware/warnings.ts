import { limits } from "../../contract/limits.ts";
import type { CallState, Notice } from "../call-state.ts";
import type { CallAnswer } from "../result.ts";

/**
 * Adds what the stations had to say beside the result: as data in `_meta["pegboard/notices"]`, and for the model as one
 * short text block at the end.
 */
export async function warnings<Deps>(
  call: CallState<Deps>,
  next: (call: CallState<Deps>) => Promise<CallAnswer>,
): Promise<CallAnswer> {
  const answer = await next(call);
  if (call.notices.length === 0 || answer.kind !== "result") return answer;
  const reported = call.notices.slice(0, limits.notices);
  const rest = call.notices.length - reported.length;
  const lines = reported.map((notice) => `Notice: ${notice.text}`);
  if (rest > 0) lines.push(`Notice: and ${rest} more`);
  const { result } = answer;
  return {
    kind: "result",
    result: {
      ...result,
      content: [...result.content, { type: "text", text: lines.join("\n") }],
      _meta: { ...result._meta, "pegboard/notices": reported.map(noticeJson) },
    },
  };
}

function noticeJson(notice: Notice) {
  return { kind: notice.kind, text: notice.text, ...(notice.data === undefined ? {} : { data: notice.data }) };
}
