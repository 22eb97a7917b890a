import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { controlInLine, controlInName, withoutControls } from "../../src/services/namespaces/control-characters.ts";
import { ancestor, isAtOrBelow, namespaceProblem, placeOf, slug } from "../../src/services/namespaces/namespace.ts";
import { normaliseWorkspace, workspaceNamespace } from "../../src/services/namespaces/workspace.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc
    .array(fc.constantFrom("a", "B", " ", "/", "\\", ".", "..", "-", "~", "_", "é", "設", "\t"), { maxLength: 12 })
    .map((parts) => parts.join("")),
);

describe("slug", () => {
  test.each([
    ["Atlas", "atlas"],
    ["My Project (2026)", "my-project-2026"],
    ["  Ｆull-Width_Name.js ", "full-width_name.js"],
    ["a/b\\c", "a-b-c"],
    ["Ünïcode 設計 हिन्दी", "ünïcode-設計-हिन्दी"],
    ["constructor", "constructor"],
    ["__proto__", "__proto__"],
  ])("%j is %j", (name, expected) => expect(slug(name)).toBe(expected));

  test.each(["", " ", "...", "---", "!!!", "🔥", "__"])("%j has none", (name) => expect(slug(name)).toBe(undefined));

  test("a slug is its own slug and a legal word of a namespace", () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const word = slug(name);
        if (word === undefined) return;
        expect(slug(word)).toBe(word);
        expect(word).toMatch(/^[^\s/~]+$/u);
        expect([".", ".."]).not.toContain(word);
      }),
    );
  });
});

describe("characters that can't be seen", () => {
  test("are named by their code point", () => {
    expect(["plain é 設", "a\0b", "\u0085", "\u2066x", "👩\u200d💻"].map(controlInName)).toEqual([
      undefined,
      "U+0000",
      "U+0085",
      "U+2066",
      "U+200D",
    ]);
  });

  test("may join words and emoji in a line, and do nothing else there", () => {
    expect(["👩\u200d💻 می\u200cخواهم", "a\u202eb", "a\tb"].map(controlInLine)).toEqual([
      undefined,
      "U+202E",
      "U+0009",
    ]);
  });

  test("are never left in a line without them", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(controlInLine(withoutControls(text))).toBe(undefined);
      }),
    );
  });
});

describe("workspace", () => {
  test.each([
    ["", "workspace/default"],
    ["  ", "workspace/default"],
    ["./", "workspace/default"],
    ["My-Theme", "workspace/my-theme"],
    ["./Theme", "workspace/theme"],
    ["Two Words", "workspace/two-words~"],
    ["/home/Me/app/", "workspace/home-me-app~"],
    ["..", "workspace/~"],
  ])("%j is in %s", (given, expected) => {
    const namespace = workspaceNamespace(given);
    expect(namespace.replace(/(?<=~)[0-9a-f]{16}$/, "")).toBe(expected);
  });

  test.each([
    ["/home/me/app", "/home/me//x/../app/."],
    ["C:\\Users\\Me", "C:/Users/Me"],
    ["Theme", " theme "],
    ["./x", "X"],
  ])("%j and %j are one", (a, b) => expect(workspaceNamespace(a)).toBe(workspaceNamespace(b)));

  test("the case of a path and the place of its words distinguish workspaces", () => {
    const all = ["/a/b", "/A/b", "a/b", "a-b", "a b", "/a-b"].map(workspaceNamespace);
    expect(new Set(all).size).toBe(all.length);
  });

  test("every name gives a legal namespace of two words", () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const namespace = workspaceNamespace(given);
        expect(namespaceProblem(namespace)).toBe(undefined);
        expect(namespace.split("/").length).toBe(2);
      }),
    );
    expect(namespaceProblem(workspaceNamespace("x ".repeat(2_000)))).toBe(undefined);
    expect(namespaceProblem(workspaceNamespace("ﷺ".repeat(400)))).toBe(undefined);
  });

  test("normalising twice changes nothing, and different names stay in different places", () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const [left, right] = [normaliseWorkspace(a), normaliseWorkspace(b)];
        expect(normaliseWorkspace(left)).toBe(left);
        expect(workspaceNamespace(a) === workspaceNamespace(b)).toBe(left === right);
      }),
    );
  });
});

describe("place", () => {
  test.each([
    [{}, { kind: "anywhere" }],
    [{ namespace: "a/b" }, { kind: "place", namespace: "a/b" }],
    [{ project: "My Atlas" }, { kind: "place", namespace: "project/my-atlas" }],
    [
      { namespace: "project/atlas/x", project: "Atlas" },
      { kind: "place", namespace: "project/atlas/x" },
    ],
    [
      { namespace: "project/atlasx", project: "Atlas" },
      { kind: "conflict", namespace: "project/atlasx", project: "Atlas" },
    ],
    [{ namespace: "a/../b" }, { kind: "invalid", given: "a/../b", problem: "'.' and '..' are not words" }],
    [{ project: "!!!" }, { kind: "invalid", given: "!!!", problem: "it contains no letter or digit" }],
    [
      { project: "ﷺ".repeat(200) },
      { kind: "invalid", given: "ﷺ".repeat(200), problem: "it is longer than 512 characters" },
    ],
    [{ namespace: "a//b" }, { kind: "invalid", given: "a//b", problem: "a word between two '/' is empty" }],
    [{ namespace: "a b" }, { kind: "invalid", given: "a b", problem: "it contains white space" }],
    [{ namespace: "a\0b" }, { kind: "invalid", given: "a\0b", problem: "it contains the control character U+0000" }],
    [
      { namespace: "a/\u202eb" },
      { kind: "invalid", given: "a/\u202eb", problem: "it contains the control character U+202E" },
    ],
    [
      { namespace: "a\u{e0061}" },
      { kind: "invalid", given: "a\u{e0061}", problem: "it contains the control character U+E0061" },
    ],
    [
      { project: "At\u200blas" },
      { kind: "invalid", given: "At\u200blas", problem: "it contains the control character U+200B" },
    ],
    [
      { project: "Atlas\n" },
      { kind: "invalid", given: "Atlas\n", problem: "it contains the control character U+000A" },
    ],
    [
      { namespace: "1/2/3/4/5/6/7/8/9" },
      { kind: "invalid", given: "1/2/3/4/5/6/7/8/9", problem: "it has 9 levels, at most 8 are allowed" },
    ],
  ])("%j", (given, expected) => expect(placeOf(given)).toEqual(expected));

  test("ancestors stop at the top", () => {
    expect([0, 1, 2, 3, 9].map((levels) => ancestor("a/b/c", levels))).toEqual(["a/b/c", "a/b", "a", "a", "a"]);
  });

  test("below means below a '/'", () => {
    expect(["a/b", "a/b/c", "a/bc", "a"].map((namespace) => isAtOrBelow(namespace, "a/b"))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
