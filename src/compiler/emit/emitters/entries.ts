import { header } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";

/**
 * `generated/registry.ts` and `generated/client.ts`: where hand-written code finds the modules of the whole catalog, which are not
 * committed. They are the same in every catalog.
 */
export function emitEntries(): readonly OutputFile[] {
  return [
    // The type checker reads what is imported, so the proofs are named here.
    entry(
      "registry",
      `export type { Proofs } from "./.cache/proofs.ts"; ${hint}\nexport { registry } from "./.cache/registry.ts"; ${hint}`,
    ),
    entry("client", `export * from "./.cache/client.ts"; ${hint}`),
  ];
}

/** The type checker and test runners show the line alone. */
const hint = "// missing: npx pegboard generate";

function entry(name: string, exports: string): OutputFile {
  const what = "// Made again by `pegboard generate` where it is missing: git ignores generated/.cache.";
  return { path: `generated/${name}.ts`, text: `${header("schema")}\n${what}\n${exports}\n`, kind: "generated" };
}
