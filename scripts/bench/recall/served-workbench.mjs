import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { root } from "../catalogs.mjs";

// Asks the built server, over stdio and on a database of its own, as an agent would.

const main = join(root, "dist", "cli", "main.js");

/** Longest time in which all memories of a set get vectors. */
const vectorsMs = 10 * 60_000;

/**
 * Stores a set and asks its questions.
 * @param embeddings the address and the model of an embedding provider; undefined: recall goes by words
 * @returns for each one the ids of the set, best first, and the tokens of the text
 */
export async function askWorkbench(set, limit, embeddings) {
  const folder = await mkdtemp(join(tmpdir(), "pegboard-recall-"));
  const env = {
    ...getDefaultEnvironment(),
    PEGBOARD_DB: join(folder, "workbench.db"),
    PEGBOARD_USAGE: "off",
    ...(embeddings === undefined
      ? {}
      : { PEGBOARD_EMBEDDINGS_URL: embeddings.url, PEGBOARD_EMBEDDINGS_MODEL: embeddings.model }),
  };
  const client = new Client({ name: "bench", version: "1" });
  try {
    const args = [main, "serve", "--profile", "full"];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
    const idOf = await storeAll(client, set.memories);
    if (embeddings !== undefined) await untilEmbedded(client);
    const answers = [];
    for (const { question } of set.questions) {
      const { structuredContent, content } = await call(client, "memory_recall", { context: question, limit });
      const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
      answers.push({
        ids: structuredContent.memories.map(({ id }) => idOf.get(id)),
        tokens: countTokens(text, { disallowedSpecial: new Set() }),
      });
    }
    return answers;
  } finally {
    await client.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the set's ids by those of the store */
async function storeAll(client, memories) {
  await call(client, "session_open", { agent: "bench" });
  for (const name of new Set(memories.flatMap(({ project }) => project ?? []))) {
    await call(client, "project_create", { name, force: true });
  }
  const idOf = new Map();
  for (const { id, ...memory } of memories) {
    // Kept for ever, and beside anything that is similar or has the same title: the set is stored whole.
    const given = { ...memory, tier: "long", force: true, on_conflict: "version" };
    const { structuredContent } = await call(client, "memory_store", given);
    idOf.set(structuredContent.id, id);
  }
  return idOf;
}

/** The server says how many memories have no vector yet. */
async function untilEmbedded(client) {
  const end = performance.now() + vectorsMs;
  for (;;) {
    const { structuredContent } = await call(client, "memory_recall", { context: "vectors", detail: "full", limit: 1 });
    if (structuredContent.mode === "hybrid" && structuredContent.without_vector === 0) return;
    if (performance.now() > end) throw new Error(`no vectors in time: ${JSON.stringify(structuredContent)}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function call(client, name, given) {
  const result = await client.callTool({ name, arguments: given });
  if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.structuredContent ?? result.content)}`);
  return result;
}
