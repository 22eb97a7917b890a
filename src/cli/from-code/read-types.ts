import { basename, resolve } from "node:path";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { readSavedText } from "../compared/saved-side.ts";
import { fromOptionalPackage } from "../from-optional-package.ts";
import type { CodeList } from "./code-list.ts";

/** @throws CliError when the file can't be read or exports no function */
export async function readTypes(terminal: Terminal, path: string, words: readonly string[]): Promise<CodeList> {
  if (words.length > 0) throw new CliError(`'${words[0]}' is one source too many beside --types`);
  const text = await readSavedText(resolve(terminal.cwd, path), path);
  // Both parse TypeScript and are slow to load.
  const { readCode } = await import("../../compiler/import/typescript/read-code.ts");
  const { TypeScriptToModel } = await fromOptionalPackage(
    "@sinclair/typebox-codegen",
    import("@sinclair/typebox-codegen"),
  );
  const { tools, lost, placeOf } = readCode({ path, text }, (declarations) => ({
    types: TypeScriptToModel.Generate(declarations).types.map((type) => ({ ...type })),
  }));
  if (tools.length === 0) {
    const hint = "each exported function becomes a tool: export async function createNote(input: { title: string })";
    throw new CliError(`'${path}' exports no function`, { hint });
  }
  return {
    inWords: true,
    list: { tools: [...tools] },
    server: basename(path).replace(/(?:\.d)?\.[cm]?tsx?$/, ""),
    lostOf: (more) => [...lost, ...more.map((loss) => ({ ...loss, pointer: placeOf(loss.pointer) }))],
  };
}
