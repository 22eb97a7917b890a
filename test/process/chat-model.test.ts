import { expect, it, onTestFinished } from "vitest";
import { chatServer } from "../services/chat-server.ts";
import { type ServedWorkbench, serveWorkbench } from "./served-workbench.ts";

// A chat model as an operator sets it up, and a host of ai-memory that knows nothing of it.

async function served(url: string, env: Record<string, string> = {}): Promise<ServedWorkbench> {
  const chat = { PEGBOARD_CHAT_URL: url, PEGBOARD_CHAT_MODEL: "m", PEGBOARD_CHAT_KEY: "sk-secret-4711", ...env };
  const server = await serveWorkbench({ profile: "ai_memory", client: "claude-code", env: chat });
  onTestFinished(() => server.close());
  return server;
}

it("the tools that work on texts use it, and say so; while it fails they say why they do not", async () => {
  const model = await chatServer('{"terms": ["engine"]}');
  const { value, result } = await served(model.url);
  expect(await value("memory_expand_query", { query: "which database" })).toMatchObject({
    ...{ expanded_terms: ["engine"], method: "model" },
  });
  model.says = '{"tags": ["uploads"]}';
  const { id: m1 } = await value("memory_store", { title: "Uploader", content: "The uploader retries." });
  expect(await value("memory_auto_tag", { id: String(m1) })).toMatchObject({ new_tags: ["uploads"], method: "model" });
  model.says =
    '{"contradicts": true, "sentence_a": "The uploader retries.", "sentence_b": "No upload is tried twice."}';
  const { id: m2 } = await value("memory_store", { title: "Once", content: "No upload is tried twice." });
  const ids = { id_a: String(m1), id_b: String(m2) };
  expect(await value("memory_detect_contradiction", ids)).toMatchObject({ reason: "meaning", method: "model" });
  model.says = '{"summary": "The uploader tries."}';
  const both = { ids: [String(m1), String(m2)], title: "Uploads" };
  expect(await value("memory_consolidate", both)).toMatchObject({
    ...{ auto_summary: true, summary_preview: "The uploader tries.", method: "model" },
  });
  const refusal = JSON.stringify({ error: { message: "\u001b[31mslow down, sk-secret-4711" } });
  model.says = (response) => response.writeHead(429).end(refusal);
  const failed = await result("memory_expand_query", { query: "which database" });
  expect(failed.structuredContent).toMatchObject({ method: "words" });
  const text = failed.texts.join("\n");
  expect(text).toContain("made by words alone: the chat model answered 429: [31mslow down, …");
  expect(text).not.toContain("\u001b");
});

it("what can't be meant is said when the server starts to work", async () => {
  const { error } = await served("ftp://example.org");
  expect(JSON.stringify(await error("memory_list", {}))).toContain("PEGBOARD_CHAT_URL is not an http or https address");
});
