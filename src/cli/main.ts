#!/usr/bin/env node
// The entry point. The version is printed before anything else is loaded: scripts and clients ask for it.
import packageJson from "../../package.json" with { type: "json" };
import { ExitCode } from "../terminal/exit-code.ts";

const words = process.argv.slice(2);
if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
  // A reader that has gone is not an error.
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) =>
    process.exit(code === "EPIPE" ? ExitCode.fine : ExitCode.fault),
  );
  process.stdout.write(`${packageJson.version}\n`);
} else {
  // What serving needs is read meanwhile; what goes wrong with it is said when it is used.
  if (words[0] === "serve") void import("../shell/verbs/serve.ts").catch(() => undefined);
  const { runWords } = await import("./run-words.ts");
  await runWords(words);
}
