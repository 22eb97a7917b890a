import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import type { Origins } from "../../src/compiler/catalog/origins.ts";
import { lint } from "../../src/compiler/lint/lint.ts";
import { resolve } from "../../src/compiler/resolve/resolve.ts";
import { parseSpec } from "../../src/compiler/spec/parse.ts";
import { positionAt, type SourceFile } from "../../src/diagnostics/source-file.ts";
import { readSchema, report } from "../lint/golden-case.ts";

const sources: readonly SourceFile[] = readSchema(join(import.meta.dirname, "../..")).map(([path, text]) => ({
  path,
  text,
}));

function settle(files: readonly SourceFile[]): { catalog: Catalog; origins: Origins; text: string } {
  const parsed = parseSpec(files);
  const { value, diagnostics } = resolve(parsed.value);
  const { catalog, origins } = value;
  if (catalog === undefined) throw new Error("the catalog can't be read");
  const found = [...parsed.diagnostics, ...diagnostics];
  return { catalog, origins, text: report([...found, ...lint(catalog, origins, found)]) };
}

describe("the workbench's own schema", () => {
  let settled: ReturnType<typeof settle>;
  beforeAll(() => {
    settled = settle(sources);
  });

  it("has nothing to complain about", () => {
    expect(settled.text).toBe("no findings\n");
  });

  it("orders its tools by family, tier and name", () => {
    expect(settled.catalog.tools.map((tool) => tool.name)).toEqual(["session_open", "memory_recall", "memory_store"]);
  });

  it("shows in each profile what the profile selects", () => {
    expect(settled.catalog.profiles.map(({ name, tools }) => [name, tools])).toEqual([
      ["core", ["session_open", "memory_recall", "memory_store"]],
      ["full", ["session_open", "memory_recall", "memory_store"]],
      ["ramorie", ["session_open", "memory_recall", "memory_store"]],
      ["zetmem", ["memory_recall", "memory_store"]],
    ]);
  });

  it("gives an alias that renames the types of its target, and no required param that has an old default", () => {
    const alias = settled.catalog.tools[0]?.aliases[0];
    expect(alias).toEqual({
      name: "setup_agent",
      of: "ramorie",
      params: [
        {
          name: "agent_name",
          // Blank would count as missing at the target, where the old default no longer helps.
          type: { kind: "string", maxLength: 128, minLength: 1, trim: true },
          required: false,
          default: "unknown-agent",
          description: "Name of the agent",
        },
        {
          name: "agent_model",
          type: { kind: "string", maxLength: 128, trim: true },
          required: false,
          description: "Model that drives the agent",
        },
      ],
      rename: { agent_name: "agent", agent_model: "model" },
      set: {},
      defaults: { agent: "unknown-agent" },
      ignore: [],
      adapt: false,
      deprecated: { since: "0.1.0", sunset: "2027-12-01", reason: "the noun comes first in every name" },
    });
  });

  it("lists ignored params of an alias as any value", () => {
    const alias = settled.catalog.tools[2]?.aliases.find(({ name }) => name === "add_memory");
    expect(alias?.params.map(({ name, type, required }) => [name, type.kind, required])).toEqual([
      ["project", "string", true],
      ["content", "string", true],
      ["type", "enum", false],
      ["force", "boolean", false],
      ["encryption_scope", "json", false],
    ]);
  });

  it("completes a shared param by what stands beside `use`", () => {
    const namespace = settled.catalog.tools[1]?.params.find(({ name }) => name === "namespace");
    expect(namespace).toEqual({
      name: "namespace",
      type: { kind: "string", maxLength: 512, pattern: "^[^\\s/]+(/[^\\s/]+){0,7}$", trim: true },
      required: false,
      description: "Only here and below",
    });
  });

  it("remembers where things were written", () => {
    const place = (pointer: string) => {
      const span = settled.origins.get(pointer);
      if (span === undefined) return undefined;
      const { line, column } = positionAt(span.file, span.start);
      return `${span.file.path}:${line}:${column} ${span.file.text.slice(span.start, span.end)}`;
    };
    expect(place("/tools/0")).toBe("schema/tools/session/session_open.yaml:2:7 session_open");
    expect(place("/tools/0/params/1")).toBe("schema/tools/session/session_open.yaml:15:3 model");
    expect(place("/tools/2/params/2/default")).toBe("schema/tools/memory/memory_store.yaml:29:16 mid");
    expect(place("/errors/0")).toBe("schema/catalog.yaml:25:3 NAMESPACE_INVALID");
  });

  it("is the same value whatever the order of the files", () => {
    const reversed = settle([...sources].reverse());
    expect(JSON.stringify(reversed.catalog)).toBe(JSON.stringify(settled.catalog));
  });

  it("is settled at 74 tools in well under a second", () => {
    const tool = sources.find(({ path }) => path.endsWith("memory_store.yaml"));
    const many = Array.from({ length: 71 }, (_, index) => ({
      path: `schema/tools/memory/memory_copy_${index}.yaml`,
      text: (tool?.text ?? "")
        .replace("name: memory_store", `name: memory_copy_${index}`)
        .replaceAll(/ {2}- name: (add_memory|store_coding_memory)/g, `  - name: $1_${index}`),
    }));
    settle([...sources, ...many.slice(0, 10)]);
    const start = performance.now();
    const { catalog, text } = settle([...sources, ...many]);
    const elapsedMs = performance.now() - start;
    expect([catalog.tools.length, text]).toEqual([74, "no findings\n"]);
    // About 0.3 s alone; the limit leaves room for a machine that is busy with other tests.
    expect(elapsedMs).toBeLessThan(2_000);
  });
});
