import type { ShellTool } from "../sources/tool-source.ts";

/**
 * By the server's own hints; a tool without any counts as able to do anything.
 * @param isBridge the bridge decides what runs: there is nothing that this command could allow
 */
export function traitsOf(
  { annotations = {} }: ShellTool,
  { isBridge }: { readonly isBridge: boolean },
): readonly string[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return [
    readOnlyHint === true
      ? "read-only"
      : `may change something: ${isBridge ? "runs if the rules of the bridge allow it" : "needs --yes or an allow rule"}`,
    ...(destructiveHint === true ? ["destructive"] : []),
    ...(idempotentHint === true ? ["idempotent"] : []),
    ...(openWorldHint === true ? ["open-world"] : []),
  ];
}
