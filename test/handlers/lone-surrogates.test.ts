import { expect, test } from "vitest";
import { readPackFile, writePackFile } from "../../src/services/context/pack-file.ts";
import { readTasks } from "../../src/services/tasks/import/read-tasks.ts";
import { itemsOf } from "./items-of.ts";
import { servedClient } from "./served-client.ts";

// JSON can escape half of a character; neither UTF-8 nor SQLite's text can hold it.

const high = "\ud800";
const low = "\udc00";
const pair = "\u{1f600}";
const sent = { title: `T ${high}`, content: `a ${high} b ${low} c ${pair}`, tags: [`t${low}`] };
const kept = { title: "T \ufffd", content: `a \ufffd b \ufffd c ${pair}`, tags: ["t\ufffd"] };

test("halves of characters in a memory are replaced once, and every answer shows what is stored", async () => {
  const client = await servedClient({ profile: "full" });
  await client.value("session_open", { agent: `claude${high}` });
  const given = { ...sent, metadata: { [`k${high}`]: [`v${low}`] } };
  const { id, title, agent_id } = await client.value("memory_store", given);
  expect({ title, agent_id }).toEqual({ title: kept.title, agent_id: "claude\ufffd" });
  const memory = await client.value("memory_get", { id: String(id) });
  expect(memory).toMatchObject({ ...kept, provenance: { metadata: { "k\ufffd": ["v\ufffd"] } } });
  const shown = { title: kept.title, content: kept.content };
  expect(await client.value("memory_recall", { context: `a b c ${high}` })).toMatchObject({ memories: [shown] });
  expect(itemsOf(await client.value("memory_list", { tag: `t${low}` }))).toMatchObject([shown]);
  const taken = await client.error("memory_store", { ...sent, content: "Another one." });
  expect(taken).toMatchObject({ code: "MEMORY_EXISTS", data: { title: kept.title } });
  expect((await client.texts("memory_update", { id: String(id), content: high })).join("\n")).toContain(
    "lone surrogates, which are halves of characters, were replaced by U+FFFD in 'content'",
  );
  expect((await client.texts("memory_update", { id: String(id), content: pair })).join("\n")).not.toContain("U+FFFD");
});

test("the same of a task, its notes and its tags", async () => {
  const client = await servedClient({ profile: "full" });
  await client.value("session_open", { agent: "claude" });
  await client.value("project_create", { name: `Atlas ${high}` });
  const { title, content: description, tags } = sent;
  const task = await client.value("task_create", { project: `Atlas ${high}`, title, description, tags });
  const facts = { title: kept.title, description: kept.content, tags: kept.tags, project: "Atlas \ufffd" };
  expect(task).toMatchObject(facts);
  const note = await client.value("task_note_add", { task: String(task.id), note: low });
  expect(note).toMatchObject({ note: "\ufffd" });
  expect(await client.value("task_get", { task: String(task.id) })).toMatchObject({ task: facts });
});

test("the same of files of JSON that are imported", () => {
  const issues = JSON.stringify([{ number: 1, title: `Fix ${high}`, body: low, state: "open", labels: [] }]);
  expect(JSON.stringify(readTasks(issues))).not.toMatch(/\\ud[89a-f]/);
  const pack = {
    name: `P ${high}`,
    type: "project",
    status: "draft",
    description: low,
    tags: [],
    contexts: [],
  } as const;
  const file = writePackFile({ ...pack, memories: [], tasks: [] });
  expect(file).toContain("\\ud800");
  expect(readPackFile(file)).toMatchObject({ name: "P \ufffd", description: "\ufffd" });
});
