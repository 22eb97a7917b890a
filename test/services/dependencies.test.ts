import fc from "fast-check";
import { expect, test } from "vitest";
import { lawCases } from "../law-cases.ts";
import { newProject, newTask, workbench, writer } from "./workbench.ts";

// Histories of edges between tasks beside a plain model: an edge is refused exactly where it would close a circle.

const size = 7;
const edit = fc.record({
  action: fc.constantFrom("add", "add", "add", "remove"),
  task: fc.nat(size - 1),
  needs: fc.nat(size - 1),
});

test("no history of edits makes a circle, and what is refused would have made one", { timeout: 120_000 }, async () => {
  const bench = await workbench();
  const { id: projectId } = await newProject(bench, "Atlas");
  let [added, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 10, maxLength: 40, size: "max" }), async (edits) => {
      const ids: string[] = [];
      for (let index = 0; index < size; index++) ids.push((await newTask(bench, { projectId })).id);
      const model = new Set<string>();
      for (const { action, task, needs } of edits) {
        const closes = task === needs || reaches(model, needs, task);
        const request = { taskId: ids[task] ?? "", needsId: ids[needs] ?? "", writer };
        const changed = await bench.tasks.changeDependency({ ...request, action: action === "add" ? "add" : "remove" });
        if (action === "add" && closes) {
          expect(changed.status).toBe("cycle");
          if (changed.status === "cycle")
            expectCircle(
              changed.tasks.map(({ id }) => ids.indexOf(id)),
              model,
              task,
              needs,
            );
          refused++;
          continue;
        }
        expect(changed).toMatchObject({
          status: "done",
          isChanged: model.has(`${task} ${needs}`) !== (action === "add"),
        });
        if (action === "add") model.add(`${task} ${needs}`);
        else model.delete(`${task} ${needs}`);
        added++;
      }
      for (const [task, id] of ids.entries()) {
        const dependencies = await bench.tasks.dependencies(id, undefined);
        expect(dependencies?.needs.map((needed) => ids.indexOf(needed.id))).toEqual(neededBy(model, task));
      }
    }),
    { numRuns: lawCases(40) },
  );
  expect(added).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(50);
});

function neededBy(model: ReadonlySet<string>, task: number): readonly number[] {
  return [...Array(size).keys()].filter((needs) => model.has(`${task} ${needs}`));
}

function reaches(model: ReadonlySet<string>, from: number, to: number): boolean {
  return from === to || neededBy(model, from).some((next) => reaches(model, next, to));
}

/** The tasks that the answer names wait for each other in this order, with the edge that was asked for. */
function expectCircle(tasks: readonly number[], model: ReadonlySet<string>, task: number, needs: number): void {
  expect(tasks[0]).toBe(task);
  expect(tasks[1] ?? task).toBe(needs);
  const links = tasks.slice(1).map((from, index) => `${from} ${tasks[index + 2] ?? task}`);
  expect(links.every((link) => model.has(link))).toBe(true);
}

test("no task waits for one that is archived, and what waits is let go", async () => {
  const bench = await workbench();
  const { id: projectId } = await newProject(bench, "Atlas");
  const [task, needs] = [await newTask(bench, { projectId }), await newTask(bench, { projectId })];
  const edge = { taskId: task.id, needsId: needs.id, writer };
  await bench.tasks.changeDependency({ ...edge, action: "add" });
  await bench.tasks.manage({ taskId: needs.id, action: "archive", writer });
  expect(await bench.tasks.changeDependency({ ...edge, action: "remove" })).toMatchObject({ isChanged: true });
  expect(await bench.tasks.changeDependency({ ...edge, action: "add" })).toMatchObject({
    status: "archived",
    task: { id: needs.id },
  });
  expect(await bench.tasks.dependencies(task.id, undefined)).toMatchObject({ needs: [] });
});
