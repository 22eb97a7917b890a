import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Finished, mainPath, run } from "./run-pegboard.ts";
import type { ShellHome } from "./shell-home.ts";

/** Runs a script in bash with the built `pegboard`, and `jq`, on the PATH; an error in it ends it. */
export function openShell(home: ShellHome): (script: string) => Promise<Finished> {
  const bin = join(home.folder, "bin");
  if (!existsSync(bin)) {
    mkdirSync(bin);
    put(join(bin, "pegboard"), `#!/bin/sh\nexec '${process.execPath}' '${mainPath}' "$@"\n`);
    if (spawnSync("jq", ["--version"]).status !== 0) putJq(join(bin, "jq"));
  }
  const path = `${bin}${delimiter}${process.env.PATH ?? ""}`;
  return (script) =>
    // Without the start file of this machine, which bash reads where its input is a socket.
    run("bash", ["--norc", "-euo", "pipefail", "-c", script], { cwd: home.folder, env: { ...home.env, PATH: path } });
}

/** Where the machine has no jq: as much of it as the pipelines of these tests ask for. */
function putJq(path: string): void {
  console.warn("THERE IS NO jq ON THIS MACHINE: a stand-in of a few lines takes its place in these tests");
  put(
    path,
    `#!${process.execPath}
const words = process.argv.slice(2);
const filter = words.find((word) => !word.startsWith("-"));
let text = "";
process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => {
  let found = [JSON.parse(text)];
  for (const [, key, at, all] of filter.matchAll(/\\.?([a-z]+)|\\[(\\d+)\\]|(\\[\\])/g)) {
    found = found.flatMap((value) => (all ? value : [key ? value[key] : value[at]]));
  }
  for (const value of found) console.log(words.includes("-r") && typeof value === "string" ? value : JSON.stringify(value, null, 2));
});
`,
  );
}

function put(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}
