import { Project } from "ts-morph";
import type { SourceFile } from "../../diagnostics/source-file.ts";

// The only file that loads a TypeScript parser; import it dynamically.

export interface ExportedNames {
  /** Sorted. */
  readonly names: readonly string[];
  /** false when the file re-exports everything of another module, so that a name may come from there. */
  readonly complete: boolean;
}

/** The names that a module exports as values or types, read from its text alone; nothing is run or looked up. */
export function readExports(file: SourceFile): ExportedNames {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const source = project.createSourceFile(`/${file.path}`, file.text);
  const complete = source.getExportDeclarations().every((declaration) => {
    return declaration.hasNamedExports() || declaration.getNamespaceExport() !== undefined;
  });
  const names = source.getExportSymbols().map((symbol) => symbol.getName());
  return { names: [...new Set(names)].sort(), complete };
}
