import type { ShellTool } from "../sources/tool-source.ts";

/** By the server's own hints; a tool without any counts as able to do anything. */
export function traitsOf({ annotations = {} }: ShellTool): readonly string[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return [
    readOnlyHint === true ? "read-only" : "may change something: needs --yes or an allow rule",
    ...(destructiveHint === true ? ["destructive"] : []),
    ...(idempotentHint === true ? ["idempotent"] : []),
    ...(openWorldHint === true ? ["open-world"] : []),
  ];
}
