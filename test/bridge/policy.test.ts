import { describe, expect, it } from "vitest";
import { BrokenRule, createCallPolicy, ruleFor, strictestAnnotations } from "../../src/bridge/policy.ts";

const reads = { readOnlyHint: true };
const judged = (rules: Parameters<typeof createCallPolicy>[0], server: string, tool: string, annotations?: unknown) => {
  const judgement = createCallPolicy(rules).judge({ server, tool, annotations });
  return "reason" in judgement ? judgement.reason : judgement.decision;
};

describe("what may run", () => {
  it.each([
    [reads, "read_only"],
    [{ readOnlyHint: true, destructiveHint: false }, "read_only"],
    [{ readOnlyHint: true, destructiveHint: true }, "ask"],
    [{ readOnlyHint: false }, "ask"],
    [{ readOnlyHint: "true" }, "ask"],
    [{ readOnlyHint: 1 }, "ask"],
    [{ destructiveHint: false, idempotentHint: true }, "ask"],
    [[{ readOnlyHint: true }], "ask"],
    [null, "ask"],
    [undefined, "ask"],
  ])("%j: %s", (annotations, expected) => {
    expect(judged({}, "a", "b", annotations)).toBe(expected);
  });

  it.each<[Parameters<typeof createCallPolicy>[0], string, string, string]>([
    [{ allow: ["a/b"] }, "a", "b", "allowed"],
    [{ allow: ["a/*"] }, "a", "anything/at/all", "allowed"],
    [{ allow: ["a/b"] }, "a", "bb", "ask"],
    [{ allow: ["a/b"] }, "aa", "b", "ask"],
    // A tool that looks like another server's.
    [{ allow: ["a/b"] }, "x", "a/b", "ask"],
    [{ allow: ["b/echo"] }, "a", "b/echo", "ask"],
    [{ allow: ["a\\/b/echo"] }, "a/b", "echo", "allowed"],
    [{ allow: ["a\\/b/echo"] }, "a", "b/echo", "ask"],
    [{ allow: ["a/b\\/echo"] }, "a", "b/echo", "allowed"],
    [{ allow: ["a/b\\*"] }, "a", "bc", "ask"],
    [{ allow: ["a/b\\*"] }, "a", "b*", "allowed"],
    [{ allow: ["a/b.c"] }, "a", "bxc", "ask"],
    [{ allow: ["A/b"] }, "a", "b", "ask"],
    [{ allow: ["a/b"], deny: ["a/b"] }, "a", "b", "denied"],
    [{ deny: ["*/*"], isApproved: true }, "a", "b", "denied"],
    [{ deny: ["delete_*"] }, "any", "delete_all", "denied"],
    [{ isApproved: true }, "a", "b", "approved"],
    [{ deny: ["a/x\ny"] }, "a", "x\ny", "denied"],
    [{ deny: ["a/*"] }, "a", "x\ny", "denied"],
  ])("%j: '%s' '%s' is %s", (rules, server, tool, expected) => {
    expect(judged(rules, server, tool)).toBe(expected);
  });

  it.each([
    [[reads, reads], "read_only"],
    [[reads, {}], "ask"],
    [[{ readOnlyHint: false }, reads], "ask"],
    [[reads, undefined], "ask"],
    [[{}, { destructiveHint: true }], "ask"],
  ])("of tools of one name, %j, the strictest decides: %s", (said, expected) => {
    const annotations = strictestAnnotations(said.map((each) => (each === undefined ? {} : { annotations: each })));
    expect(judged({}, "a", "b", annotations)).toBe(expected);
  });

  it("denies what only reads, too", () => {
    expect(judged({ deny: ["a/*"] }, "a", "b", reads)).toBe("denied");
  });

  it.each([
    [{ allow: ["echo"] }, "SERVER/echo"],
    [{ allow: ["a/b/echo"] }, "more than one slash"],
    [{ deny: ["a/b/echo"] }, "more than one slash"],
    [{ allow: ["/echo"] }, "SERVER/TOOL"],
    [{ deny: ["a/"] }, "SERVER/TOOL"],
    [{ deny: [""] }, "SERVER/TOOL"],
  ])("refuses %j, which can't be meant", (rules, why) => {
    expect(() => createCallPolicy(rules)).toThrow(BrokenRule);
    expect(() => createCallPolicy(rules)).toThrow(why);
  });

  it("writes a rule that means one tool only, whatever its name", () => {
    const names = ["a", "a/b", "*", "\\", "a\\/b", "a\\", "é\n"];
    for (const server of names) {
      for (const tool of names) {
        const policy = createCallPolicy({ allow: [ruleFor(server, tool)] });
        const met = names.flatMap((s) =>
          names
            .filter((t) => policy.judge({ server: s, tool: t, annotations: {} }).decision === "run")
            .map((t) => [s, t]),
        );
        expect(met).toEqual([[server, tool]]);
      }
    }
  });
});
