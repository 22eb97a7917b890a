import { afterEach, describe, expect, it, vi } from "vitest";
import { answer, embeddingServer } from "../services/embedding/embedding-server.ts";
import { pegboard } from "./run-pegboard.ts";
import { type ServedWorkbench, serveWorkbench } from "./served-workbench.ts";

// Recall by meaning as an operator sets it up: two variables of the server, and a provider that speaks OpenAI's API.

let server: ServedWorkbench | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function served(url: string): Promise<ServedWorkbench> {
  const env = { PEGBOARD_EMBEDDINGS_URL: url, PEGBOARD_EMBEDDINGS_MODEL: "words" };
  server = await serveWorkbench({ profile: "full", env });
  await server.value("session_open", { agent: "claude" });
  return server;
}

async function settled({ value }: ServedWorkbench) {
  await vi.waitFor(
    async () =>
      expect(await value("memory_recall", { context: "anything", detail: "full" })).toMatchObject({
        mode: "hybrid",
        without_vector: 0,
      }),
    { timeout: 10_000, interval: 100 },
  );
}

describe("a workbench with an embedding provider", () => {
  it("finds what is said in other words, as soon as the vectors are there", async () => {
    const provider = await embeddingServer();
    const workbench = await served(provider.url);
    await workbench.value("memory_store", { content: "Ann has bought an automobile." });
    await workbench.value("memory_store", { content: "Lunch is at noon." });
    await settled(workbench);
    const { memories, ...rest } = await workbench.value("memory_recall", { context: "Ann vehicle", detail: "full" });
    expect(memories).toMatchObject([{ content: "Ann has bought an automobile." }]);
    expect(rest).toMatchObject({ mode: "hybrid", without_vector: 0 });
    expect(await workbench.value("memory_recall", { context: "Ann vehicle" })).not.toHaveProperty("mode");
  });

  it("answers by words while the provider fails, and tells why beside the answer", async () => {
    const provider = await embeddingServer();
    const workbench = await served(provider.url);
    await workbench.value("memory_store", { content: "Ann has bought an automobile." });
    await settled(workbench);
    provider.behaviour = (_, response) => answer(response, 500, { error: { message: "\u001b[31mout of memory" } });
    const { structuredContent, texts } = await workbench.result("memory_recall", { context: "automobile of Ann" });
    expect(structuredContent).toMatchObject({ count: 1 });
    const text = texts.join("\n");
    expect(text).toContain("found by words alone: the embedding provider answered 500: [31mout of memory");
    expect(text).not.toContain("\u001b");
  });
});

it.each([
  [{ PEGBOARD_EMBEDDINGS_MODEL: "m" }, "PEGBOARD_EMBEDDINGS_MODEL is set and PEGBOARD_EMBEDDINGS_URL is not"],
  [
    {
      PEGBOARD_EMBEDDINGS_MODEL: "m",
      PEGBOARD_EMBEDDINGS_URL: "http://api.example.org/v1",
      PEGBOARD_EMBEDDINGS_KEY: "sk-1",
    },
    "PEGBOARD_EMBEDDINGS_KEY is sent over https or to this machine only",
  ],
])("settings that can't be meant stop the call with a sentence: %j", async (env, sentence) => {
  const { code, stderr } = await pegboard(["call", "memory_recall", "context=x"], { env });
  expect(code).not.toBe(0);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain("sk-1");
});
