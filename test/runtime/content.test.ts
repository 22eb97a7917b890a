import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { audio, embeddedResource, image, resourceLink, text } from "../../src/runtime/content.ts";
import { contentIssues } from "../../src/runtime/content-issues.ts";
import { ok, type Success } from "../../src/runtime/result.ts";
import { handlers, notesRegistry, openNotes } from "./notes-catalog.ts";
import { errorOf, resultOf } from "./read-answer.ts";

const bytes = Uint8Array.from({ length: 60_000 }, (_, at) => (at * 7) % 256);
const data = Buffer.from(bytes).toString("base64");

function withResult(returned: Success<unknown>) {
  return openNotes({ registry: notesRegistry({}, { ...handlers, note_list: () => returned }) });
}

test("a handler's value comes first as text, its further content behind, bytes as base64", async () => {
  const annotations = { audience: ["user"], priority: 0.5 } as const;
  const notes = withResult(
    ok([], {
      content: [
        image(bytes, "image/png", { annotations }),
        audio(bytes.subarray(0, 2), "audio/wav"),
        resourceLink({ uri: "file:///a.txt", name: "a", mimeType: "text/plain", size: 3 }),
        embeddedResource({ uri: "test://a", mimeType: "text/plain", text: "words" }),
        embeddedResource({ uri: "test://b", bytes: bytes.subarray(0, 1) }, { _meta: { "x/y": [1, null] } }),
        text("more"),
      ],
    }),
  );
  expect(resultOf(await notes.call("note_list"))).toEqual({
    content: [
      { type: "text", text: '{"items":[],"count":0}' },
      { type: "image", data, mimeType: "image/png", annotations },
      { type: "audio", data: "AAc=", mimeType: "audio/wav" },
      { type: "resource_link", uri: "file:///a.txt", name: "a", mimeType: "text/plain", size: 3 },
      { type: "resource", resource: { uri: "test://a", mimeType: "text/plain", text: "words" } },
      { type: "resource", resource: { uri: "test://b", blob: "AA==" }, _meta: { "x/y": [1, null] } },
      { type: "text", text: "more" },
    ],
    structuredContent: { items: [], count: 0 },
  });
});

test("a block that breaks the protocol is an internal error: an id for the caller, the place for the log, no value for either", async () => {
  const notes = withResult(ok([], { content: [text("fine"), image(bytes, "secret words")] }));
  const error = errorOf(await notes.call("note_list"));
  expect(error.code).toBe("INTERNAL");
  const logged = notes.lines.find(({ level }) => level === "error");
  expect(logged).toEqual({
    level: "error",
    message: "a result's content breaks the protocol",
    fields: {
      id: error.id,
      tool: "note_list",
      violations: ["content[1].mimeType: expected a MIME type such as 'image/…'"],
    },
  });
  expect(JSON.stringify([error, logged])).not.toContain("secret words");
});

describe("issues of content", () => {
  const loop: { [key: string]: unknown } = {};
  loop.self = loop;
  const cases: readonly (readonly [unknown, readonly string[]])[] = [
    ["words", ["content: expected a list of blocks"]],
    [[null], ["content[0]: expected a block"]],
    [[{ type: "video" }], ["content[0].type: expected text, image, audio, resource_link or resource"]],
    [[{ type: "text" }], ["content[0].text: expected a text"]],
    [
      [{ type: "image", data: "a b=", mimeType: "png" }],
      ["content[0].data: expected base64", "content[0].mimeType: expected a MIME type such as 'image/…'"],
    ],
    [[{ type: "audio", data: "AAA", mimeType: "audio/wav" }], ["content[0].data: expected base64"]],
    [
      [{ type: "resource_link", uri: "/etc/motd", size: -1 }],
      [
        "content[0].uri: expected an absolute URI",
        "content[0].name: expected a text",
        "content[0].size: expected a number of bytes",
      ],
    ],
    [[{ type: "resource_link", uri: "a:b\nc", name: "n" }], ["content[0].uri: expected an absolute URI"]],
    [[{ type: "resource" }], ["content[0].resource: expected a resource"]],
    [[{ type: "resource", resource: { uri: "a:b" } }], ["content[0].resource.text: expected a text"]],
    [[{ type: "resource", resource: { uri: "a:b", blob: 7 } }], ["content[0].resource.blob: expected base64"]],
    [
      [{ type: "text", text: "", annotations: { audience: ["model"], priority: 2, lastModified: 7 } }],
      [
        "content[0].annotations.audience: expected a list of 'user' and 'assistant'",
        "content[0].annotations.priority: expected a number from 0 to 1",
        "content[0].annotations.lastModified: expected a time as text",
      ],
    ],
    [[{ type: "text", text: "", _meta: { at: 7n } }], ["content[0]._meta: expected a JSON object"]],
    [[{ type: "text", text: "", _meta: loop }], ["content[0]._meta: expected a JSON object"]],
  ];
  test.each(cases)("%#", (content, expected) => expect(contentIssues(content)).toEqual(expected));

  test("what the builders make has none", () => {
    const made = [text(""), image(bytes, "image/svg+xml; charset=utf-8"), resourceLink({ uri: "urn:a:b", name: "" })];
    expect(contentIssues(made)).toEqual([]);
  });
});

test("content that is not a list is refused too", async () => {
  const broken: JsonObject = { ok: true, value: [], content: "words" };
  // A handler in JavaScript can return what no type allows.
  const notes = withResult(broken as unknown as Success<unknown>);
  expect(errorOf(await notes.call("note_list")).code).toBe("INTERNAL");
});
