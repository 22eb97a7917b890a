import { projectFiles } from "../../src/cli/scaffold/project-files.ts";
import { compile } from "../../src/compiler/compile.ts";
import type { Folder } from "./folder.ts";

/** Puts into a folder what `pegboard init` writes there, without package.json. */
export function putCatalog(folder: Folder): void {
  const files = projectFiles({ name: "notes" });
  const { value } = compile(files.filter(({ path }) => path.startsWith("schema/")));
  const generated = (value?.files ?? []).filter(({ kind }) => kind === "generated");
  if (generated.length === 0) throw new Error("the first catalog does not compile");
  for (const { path, text } of [...generated, ...files]) folder.put(path, text);
}
