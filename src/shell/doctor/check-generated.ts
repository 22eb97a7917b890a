import { resolve } from "node:path";
import type { ServerTarget } from "../../client/server-connection.ts";
import { changedSources, staleMessage } from "../catalog/changed-sources.ts";
import { type Check, warning } from "./check.ts";

/** Whether a project that is served was compiled since its schema/ changed; only what is wrong is reported. */
export async function checkGenerated({
  args,
  cwd,
}: Pick<Extract<ServerTarget, { kind: "stdio" }>, "args" | "cwd">): Promise<readonly Check[]> {
  const folder = catalogOption(args);
  if (folder === undefined) return [];
  const root = resolve(cwd, folder);
  // What is missing altogether is made when it is served.
  const changed = (await changedSources(root)) ?? [];
  return changed.length === 0
    ? []
    : [warning("generated", staleMessage(changed), `run pegboard generate --catalog ${root}`)];
}

function catalogOption(args: readonly string[]): string | undefined {
  const at = args.findIndex((word) => word === "--catalog" || word.startsWith("--catalog="));
  const word = args[at];
  return word === "--catalog" ? args[at + 1] : word?.slice("--catalog=".length);
}
