import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChangeDecision } from "../../../src/services/decisions/change-decision.ts";
import type { CreateDecision } from "../../../src/services/decisions/decisions.ts";
import type { DecisionStatus } from "../../../src/store/decision-rows.ts";
import { logged, newProject, type Workbench, workbench, writer } from "../workbench.ts";

const texts = { title: "Use SQLite", area: "", context: "", description: "", consequences: "" };

async function draft({ decisions }: Workbench, over: Partial<CreateDecision> = {}) {
  const request: CreateDecision = { ...texts, status: "draft", source: "agent", projectId: null, writer, ...over };
  const created = await decisions.create(request);
  if (created.status !== "created") throw new Error(`expected a new decision, got ${created.status}`);
  return created.decision;
}

describe("decisions", () => {
  it("are counted in each project, and among those of none", async () => {
    const bench = await workbench();
    const [atlas, borealis] = [await newProject(bench, "Atlas"), await newProject(bench, "Borealis")];
    const places = [atlas.id, borealis.id, null, atlas.id, null, atlas.id];
    const numbers: number[] = [];
    for (const projectId of places) numbers.push((await draft(bench, { projectId })).number);
    expect(numbers).toEqual([1, 1, 1, 2, 2, 3]);
  });

  it("go with their project, and out of its text index", async () => {
    const bench = await workbench();
    const atlas = await newProject(bench, "Atlas");
    const { id } = await draft(bench, { projectId: atlas.id, title: "Weighty" });
    await draft(bench, { title: "Stays" });
    await bench.projects.remove(atlas.id, writer);
    expect(await bench.decisions.find(id, undefined)).toEqual({ status: "not_found" });
    expect(await bench.decisions.list({ query: "weight", limit: 9 })).toMatchObject({ items: [] });
    expect(await bench.decisions.list({ limit: 9 })).toMatchObject({ items: [{ title: "Stays" }] });
  });

  it("are found by number, id and the beginning of the id, in one project or in all", async () => {
    const bench = await workbench();
    const { decisions } = bench;
    const atlas = await newProject(bench, "Atlas");
    const [ours, free] = [await draft(bench, { projectId: atlas.id }), await draft(bench)];
    for (const text of ["ADR-0001", "adr-1", "1", ours.id, ours.id.slice(0, 8)]) {
      expect(await decisions.find(text, atlas.id)).toEqual({ status: "found", thing: ours });
    }
    expect(await decisions.find("ADR-0001", undefined)).toMatchObject({ status: "ambiguous" });
    expect(await decisions.find(free.id, atlas.id)).toEqual({ status: "not_found" });
    expect(await decisions.find("ADR-0000", undefined)).toEqual({ status: "not_found" });
  });

  it("take the place of others, and both say so", async () => {
    const bench = await workbench();
    const { decisions } = bench;
    const atlas = await newProject(bench, "Atlas");
    const [old, other, next] = [await draft(bench), await draft(bench), await draft(bench)];
    const elsewhere = await draft(bench, { projectId: atlas.id });
    const accept = (decisionId: string) => decisions.change({ decisionId, action: "accept", decidedBy: "ann", writer });
    const supersede = (decisionId: string, byId: string) =>
      decisions.change({ decisionId, action: "supersede", byId, decidedBy: "ann", writer });
    expect(await supersede(old.id, next.id)).toMatchObject({ status: "refused" });
    for (const { id } of [old, other, elsewhere]) await accept(id);
    for (const { id } of [old, next, elsewhere]) {
      expect(await supersede(old.id, id)).toMatchObject({ status: "not_successor", successor: { id } });
    }
    await accept(next.id);
    expect(await supersede(old.id, next.id)).toMatchObject({
      decision: { status: "superseded", supersededBy: "ADR-0003", decidedBy: "ann" },
    });
    await supersede(other.id, next.id);
    expect(await decisions.find(next.id, undefined)).toMatchObject({ thing: { supersedes: ["ADR-0001", "ADR-0002"] } });
    expect(await supersede(next.id, old.id)).toMatchObject({ status: "not_successor" });
  });

  it("any history of actions agrees with a table", async () => {
    const next: Readonly<Record<string, Partial<Record<DecisionStatus, DecisionStatus>>>> = {
      propose: { draft: "proposed" },
      update: { draft: "draft", proposed: "proposed" },
      accept: { draft: "accepted", proposed: "accepted", rejected: "accepted" },
      reject: { draft: "rejected", proposed: "rejected" },
      deprecate: { accepted: "deprecated" },
      supersede: { accepted: "superseded" },
    };
    const events: Readonly<Record<string, string>> = {
      propose: "decision_proposed",
      update: "decision_updated",
      accept: "decision_accepted",
      reject: "decision_rejected",
      deprecate: "decision_deprecated",
      supersede: "decision_superseded",
    };
    const bench = await workbench();
    const successor = await draft(bench);
    const by = { decidedBy: "ann", writer };
    await bench.decisions.change({ decisionId: successor.id, action: "accept", ...by });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(next)), { maxLength: 6 }), async (actions) => {
        const { id: decisionId, number } = await draft(bench);
        let status: DecisionStatus = "draft";
        const expected = ["decision_created"];
        for (const action of actions) {
          const request = {
            ...by,
            decisionId,
            action,
            byId: successor.id,
            texts: { title: "Use WAL" },
          } as ChangeDecision;
          const outcome = await bench.decisions.change(request);
          const after: DecisionStatus | undefined = next[action]?.[status];
          if (after !== undefined) expected.push(events[action] ?? "");
          status = after ?? status;
          expect(outcome).toMatchObject({ status: after === undefined ? "refused" : "done", decision: { status } });
        }
        const all = await bench.decisions.all(null);
        expect(all.find((one) => one.id === decisionId)).toMatchObject({ number, status });
        expect(all.map((one) => one.number)).toEqual(all.map((_one, index) => index + 1));
        const history = await bench.decisions.history(decisionId, 99);
        expect(history.map(({ event }) => event).reverse()).toEqual(expected);
      }),
      { numRuns: 60 },
    );
    expect((await logged(bench)).length).toBeGreaterThan(60);
  });
});
