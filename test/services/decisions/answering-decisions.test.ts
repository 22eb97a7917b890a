import { expect, test } from "vitest";
import type { DecisionTexts } from "../../../src/store/decision-rows.ts";
import { newProject, type Workbench, workbench, writer } from "../workbench.ts";

const none = { area: "", context: "", description: "", consequences: "" };
const texts: readonly Partial<DecisionTexts>[] = [
  { title: "Use SQLite", context: "Several programs write at once.", description: "One file for each user." },
  { title: "Policies of retention", description: "Logs are kept for thirty days." },
  { title: "Serve over stdio", area: "API", consequences: "One process for each client." },
  { title: "桥梁使用端口", description: "七一七九" },
];

async function filled(projectId: string | null = null, bench?: Workbench): Promise<Workbench> {
  const made = bench ?? (await workbench());
  for (const one of texts) {
    const facts = { status: "draft", source: "agent", projectId, writer } as const;
    await made.decisions.create({ ...none, title: "", ...one, ...facts });
  }
  return made;
}

const cases: readonly (readonly [context: string, titles: readonly string[]])[] = [
  ["why do we use sqlite", ["Use SQLite"]],
  ["what did we decide about several programs writing at once", ["Use SQLite"]],
  ["policy for retained logs", ["Policies of retention"]],
  ["the policies", ["Policies of retention"]],
  ["SQLITE", ["Use SQLite"]],
  ["api over stdio", ["Serve over stdio"]],
  ["桥梁", ["桥梁使用端口"]],
  ["dragons", []],
  ["the", []],
  // One word of many is not an answer.
  ["sqlite dragons", []],
  // Two of many are none either.
  ["which dragons guard the castle walls of each sqlite user", []],
];
test.each(cases)("%s", async (context, titles) => {
  const { decisions } = await filled();
  const found = await decisions.answering({ context, projectId: undefined, minScore: 0, limit: 5 });
  expect(found.map(({ title }) => title)).toEqual(titles);
});

test("of one project, the accepted first, at most so many, and those that hold enough", async () => {
  const bench = await workbench();
  const [atlas, borealis] = [await newProject(bench, "Atlas"), await newProject(bench, "Borealis")];
  await filled(atlas.id, bench);
  await filled(borealis.id, bench);
  const { decisions } = bench;
  const ask = (projectId: string | undefined, minScore: number, limit: number, context = "sqlite") =>
    decisions.answering({ context, projectId, minScore, limit });
  expect((await ask(atlas.id, 0, 5)).map(({ project, label }) => [project, label])).toEqual([["Atlas", "ADR-0001"]]);
  // The newest first, until a person accepts one.
  expect((await ask(undefined, 0, 5)).map(({ project }) => project)).toEqual(["Borealis", "Atlas"]);
  const [inAtlas] = await ask(atlas.id, 0, 1);
  await decisions.change({ decisionId: inAtlas?.id ?? "", action: "accept", writer, decidedBy: "ann" });
  expect((await ask(undefined, 0, 5)).map(({ project }) => project)).toEqual(["Atlas", "Borealis"]);
  expect(await ask(undefined, 0, 1)).toHaveLength(1);
  expect(await ask(undefined, 1, 5, "sqlite several dragons")).toEqual([]);
  expect(await ask(undefined, 0, 5, "sqlite several dragons")).toHaveLength(2);
});
