import { describe, expect, it } from "vitest";
import { autoSurfaceByCount, autoSurfaceBySize } from "../../src/contract/auto-surface.ts";
import { guideTools } from "../../src/contract/builtin-tools.ts";
import { limits } from "../../src/contract/limits.ts";

const named = (count: number) => Array.from({ length: count }, (_, index) => `tool_${index}`);

describe("the surface auto", () => {
  const max = limits.autoDirectTools - guideTools.length;

  it("is meta from one tool above the limit on, with the built-in tools counted", () => {
    expect(autoSurfaceByCount({ tools: named(max) })).toBeUndefined();
    expect(autoSurfaceByCount({ tools: named(max + 1) })).toBe("meta");
  });

  it("is direct for a list of old names of any length", () => {
    expect(autoSurfaceByCount({ listAs: "legacy", tools: named(500) })).toBe("direct");
  });

  it("is meta from one byte above the limit on, counted in UTF-8", () => {
    // The text around the description takes 20 bytes; "é" takes two.
    const list = (bytes: number) => [{ description: `${"é".repeat(10)}${"x".repeat(bytes - 20 - 20)}` }];
    expect(Buffer.byteLength(JSON.stringify(list(limits.autoDirectBytes)))).toBe(limits.autoDirectBytes);
    expect(autoSurfaceBySize(list(limits.autoDirectBytes))).toBe("direct");
    expect(autoSurfaceBySize(list(limits.autoDirectBytes + 1))).toBe("meta");
  });
});
