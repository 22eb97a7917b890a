import module from "node:module";
import { join } from "node:path";
import { userFolders } from "../disk/user-folders.ts";

/**
 * From Node 22 on, the next start finds what V8 has compiled in this one, of modules that are imported after this. It is kept in a
 * folder of the user's own: in a shared one, others could leave code for us.
 */
export function keepCompiledCode(): void {
  // The types are those of Node 20, which can't do it.
  const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown };
  enableCompileCache?.(join(userFolders(process.env).cache, "compiled"));
}
