import { describe, expect, it } from "vitest";
import { fromToolResult, image, type SdkToolResult, text } from "../../src/runtime/index.ts";

// Functions written for the official SDK as handlers. That the runtime checks what they return is tested where it checks.

const failed = (reason: string) => ({
  ok: false as const,
  error: { name: "FAILED" as const, number: -31_001, message: reason, data: {}, retry: "never" as const },
});
const png = image(new Uint8Array([1, 2, 3]), "image/png");
const of = (result: SdkToolResult) => fromToolResult(result, failed);

describe("a result of the official SDK", () => {
  it.each<[string, SdkToolResult, object]>([
    ["a text", { content: [text("done")] }, { ok: true, value: "done" }],
    ["a text and a picture", { content: [text("a map"), png] }, { ok: true, value: "a map", content: [png] }],
    [
      "a picture before its text",
      { content: [png, text("a map")] },
      { ok: true, value: "", content: [png, text("a map")] },
    ],
    ["nothing", {}, { ok: true, value: "" }],
    [
      "a value, its text and a picture",
      { structuredContent: { pieces: 12 }, content: [text("12 pieces"), png], isError: false },
      { ok: true, value: { pieces: 12 }, text: "12 pieces", content: [png] },
    ],
    ["a value alone", { structuredContent: { pieces: 12 }, content: [] }, { ok: true, value: { pieces: 12 } }],
    ["a block that is not one", { content: [null, "x"] }, { ok: true, value: "", content: [null, "x"] }],
  ])("becomes that of a handler: %s", (_title, result, expected) => {
    expect(of(result)).toEqual(expected);
  });

  it("that says it is an error becomes the error that is declared, with all its texts", () => {
    const result = {
      isError: true,
      content: [text("no product 'milk'"), png, text("there is tea")],
      structuredContent: {},
    };
    expect(of(result)).toEqual(failed("no product 'milk'\nthere is tea"));
  });
});
