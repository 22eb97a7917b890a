import fc from "fast-check";
import { expect, test } from "vitest";
import { lawCases } from "../law-cases.ts";
import { newProject, newTask, workbench, writer } from "./workbench.ts";

// Histories of edges and subtasks beside a plain model: what is refused would have let two tasks each begin or end after the other,
// and nothing else is refused.

const size = 6;
const task = fc.nat(size - 1);
const edit = fc.oneof(
  fc.record({ kind: fc.constantFrom("add" as const, "add" as const, "remove" as const), task, other: task }),
  fc.record({ kind: fc.constant("place" as const), task, other: fc.option(task) }),
);

interface Model {
  readonly needs: Set<string>;
  readonly parents: (number | null)[];
}

test("edges and subtasks together never make a task wait for itself", { timeout: 120_000 }, async () => {
  const bench = await workbench();
  const { id: projectId } = await newProject(bench, "Atlas");
  const seen = { add: 0, place: 0, refusedAdd: 0, refusedPlace: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 10, maxLength: 40, size: "max" }), async (edits) => {
      const ids: string[] = [];
      for (let index = 0; index < size; index++) ids.push((await newTask(bench, { projectId })).id);
      const model: Model = { needs: new Set(), parents: Array<number | null>(size).fill(null) };
      for (const each of edits) {
        const taskId = ids[each.task] ?? "";
        const other = each.other === null ? null : (ids[each.other] ?? "");
        const after = edited(model, each);
        const closes = isCircular(after);
        if (each.kind === "place") {
          const { status } = await bench.tasks.place({ taskId, parentId: other, writer });
          expect(status).toBe(closes ? "cycle" : "placed");
          seen[closes ? "refusedPlace" : "place"]++;
        } else {
          const request = { action: each.kind, taskId, needsId: other ?? "", writer };
          const { status } = await bench.tasks.changeDependency(request);
          expect(status).toBe(closes ? "cycle" : "done");
          seen[closes ? "refusedAdd" : "add"]++;
        }
        if (!closes) Object.assign(model, after);
      }
      for (const [index, id] of ids.entries()) {
        const [found] = await bench.tasks.byIds([id], undefined);
        expect(found?.parentId ?? null).toBe(parentId(model, ids, index));
        expect(found?.blocked).toBe(waits(model, index));
      }
    }),
    { numRuns: lawCases(40) },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
});

function edited({ needs, parents }: Model, each: { kind: string; task: number; other: number | null }): Model {
  if (each.kind === "place") return { needs, parents: parents.with(each.task, each.other) };
  const edge = `${each.task} ${each.other}`;
  const others = [...needs].filter((known) => known !== edge);
  return { needs: new Set(each.kind === "add" ? [...others, edge] : others), parents };
}

function parentId({ parents }: Model, ids: readonly string[], index: number): string | null {
  const parent = parents[index] ?? null;
  return parent === null ? null : (ids[parent] ?? null);
}

function needsOf({ needs }: Model, index: number): readonly number[] {
  return [...Array(size).keys()].filter((needed) => needs.has(`${index} ${needed}`));
}

/** Whether the task, or what it is a part of, waits: nothing is completed here. */
function waits(model: Model, index: number): boolean {
  const parent = model.parents[index] ?? null;
  return needsOf(model, index).length > 0 || (parent !== null && waits(model, parent));
}

/** The stages right before a stage: "3b" is the beginning of the task 3, "3e" its end. */
function stagesBefore(model: Model, stage: string): readonly string[] {
  const index = Number(stage.slice(0, -1));
  if (stage.endsWith("b")) {
    const parent = model.parents[index] ?? null;
    return [...needsOf(model, index).map((needed) => `${needed}e`), ...(parent === null ? [] : [`${parent}b`])];
  }
  return [`${index}b`, ...model.parents.flatMap((parent, part) => (parent === index ? [`${part}e`] : []))];
}

/** Whether the stages have no order: taking away what waits for nothing more leaves some. */
function isCircular(model: Model): boolean {
  let rest = new Set([...Array(size).keys()].flatMap((index) => [`${index}b`, `${index}e`]));
  for (let before = rest.size + 1; rest.size < before; ) {
    before = rest.size;
    rest = new Set([...rest].filter((stage) => stagesBefore(model, stage).some((earlier) => rest.has(earlier))));
  }
  return rest.size > 0;
}
