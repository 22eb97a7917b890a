import { posix } from "node:path";
import { importsOf } from "./imports.ts";
import { type Module, modules } from "./modules.ts";

/** Every import that the table of modules forbids, as `file:line` sentences, sorted. */
export function forbiddenImports(files: readonly { readonly path: string; readonly text: string }[]): string[] {
  const findings: string[] = [];
  for (const file of files) {
    const module = moduleOf(file.path);
    if (module === undefined) {
      findings.push(`${file.path}: belongs to no module of test/architecture/modules.ts`);
      continue;
    }
    for (const one of importsOf(file.text)) {
      const problem = one.specifier.startsWith(".")
        ? judgeModule(module, posix.join(posix.dirname(file.path), one.specifier), one.kind)
        : judgePackage(module, one.specifier, one.kind);
      if (problem !== undefined) findings.push(`${file.path}:${one.line}: ${module.name} ${problem}`);
    }
  }
  return findings.sort();
}

function moduleOf(path: string): Module | undefined {
  let best: { module: Module; length: number } | undefined;
  for (const module of modules) {
    for (const prefix of module.paths) {
      const inside = path === prefix || path.startsWith(`${prefix}/`);
      if (inside && prefix.length > (best?.length ?? -1)) best = { module, length: prefix.length };
    }
  }
  return best?.module;
}

function judgeModule(module: Module, target: string, kind: "value" | "type" | "dynamic"): string | undefined {
  const other = moduleOf(target);
  if (other === undefined) return `imports '${target}', which belongs to no module`;
  if (other.name === module.name || module.mayImport.includes(other.name)) return undefined;
  if (kind === "type" && (module.mayImportTypes?.includes(other.name) || module.mayLoad?.includes(other.name)))
    return undefined;
  if (kind === "dynamic" && module.mayLoad?.includes(other.name)) return undefined;
  if (module.mayLoad?.includes(other.name)) return `may import ${other.name} only with import()`;
  if (module.mayImportTypes?.includes(other.name)) return `may import only types of ${other.name}`;
  return `may not import ${other.name} ('${target}')`;
}

function judgePackage(module: Module, specifier: string, kind: "value" | "type" | "dynamic"): string | undefined {
  if (specifier === "pegboard/runtime") return judgeModule(module, "src/runtime/index.ts", kind);
  const name = specifier.startsWith("node:")
    ? "node:"
    : specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/");
  if (module.packages?.includes(name) || module.packages?.includes(specifier)) return undefined;
  const lazy = module.lazyPackages?.includes(name) ?? false;
  if (lazy && kind !== "value") return undefined;
  return lazy ? `may import '${name}' only with import()` : `does not know the package '${name}'`;
}
