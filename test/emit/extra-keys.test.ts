import { expect, test } from "vitest";
import { typeErrors } from "./type-check.ts";

// What an author reads who returns more than the YAML declares: one short message, on the line of the mistake.

const declarations = `
import { type Contract, type Handler, type Json, ok, type Success } from "pegboard/runtime";
export type Any = Json;
export type Gives<Output> = Handler<Contract<"tool", { readonly id: string }, Output, "GONE", "none">, object>;
export interface Task { readonly id: string; readonly status: "todo" | "done"; readonly tags: readonly string[]; readonly owner?: { readonly name: string } }
export interface Tree { readonly name: string; readonly children: readonly Tree[] }
export type Place = { readonly kind: "file"; readonly path: string } | { readonly kind: "none" };
export declare const row: { readonly deleted: boolean; readonly at: number };
export declare const tasks: (Task & { readonly secret: string })[];
export declare function find(id: string): Promise<Success<Task>>;
`.trim();

/** One handler a line. @returns for each error the handler, the code that it stands at and the last of its words */
function errorsOf(handlers: readonly string[]): readonly string[] {
  const lines = [
    ...declarations.split("\n"),
    ...handlers.map((handler, index) => `export const h${index}: ${handler}`),
  ];
  const found = typeErrors([{ path: "src/use.ts", text: lines.join("\n") }]);
  return [...found.matchAll(/use\.ts\((\d+),(\d+)\): error TS\d+: (.*(?:\n +.*)*)$/gm)].map(
    ([, line, column, words]) => {
      const source = lines[Number(line) - 1] ?? "";
      const at = source.slice(Number(column) - 1).match(/^(?:\{[^}]*\}|\w+)/)?.[0];
      return `${source.match(/h\d+/)?.[0]} at ${at}: ${words?.split("\n").at(-1)?.trim()}`;
    },
  );
}

test("what the contract declares passes, however it is written", () => {
  const handlers = [
    'Gives<Task> = async () => ok({ id: "1", status: "todo", tags: ["a"], owner: { name: "ann" } });',
    'Gives<Task> = async ({ id }) => ({ ok: true, value: { id, status: "done", tags: [] }, text: "done" });',
    "Gives<Task> = ({ id }) => find(id);",
    'Gives<readonly Task[]> = () => ok(tasks.map(({ secret: _, ...task }) => task), { where: "here" });',
    "Gives<Task | null> = async () => ok(null);",
    'Gives<Place> = async ({ id }) => (id === "" ? ok({ kind: "none" }) : ok({ kind: "file", path: id }));',
    'Gives<Tree> = () => ok({ name: "a", children: [{ name: "b", children: [] }] });',
    "Gives<{ readonly any: Json }> = () => ok({ any: { what: [1, { ever: true }] } });",
    "Gives<{ readonly counts: { readonly [key: string]: number } }> = () => ok({ counts: { a: 1 } });",
    "Gives<Task> = async () => { const task: Task = tasks[0]!; return ok(task); };",
    'Gives<string> = async () => ok("a text");',
  ];
  const helper = "(() => undefined) as never; export function wrap<T>(value: T): Success<T> { return ok(value); }";
  expect(errorsOf([...handlers, `unknown = ${helper}`, "Success<{ a: number }> = ok({ a: 1 });"])).toEqual([]);
});

test("a key that is not declared is an error at the key, or where it comes in by a spread", () => {
  const handlers = [
    "Gives<{ readonly deleted: boolean }> = async () => ok({ deleted: true, at: 1 });",
    "Gives<{ readonly deleted: boolean }> = async () => { return ok({ ...row }); };",
    "Gives<{ readonly deleted: boolean }> = () => ok(row);",
    'Gives<Task> = () => ok({ id: "1", status: "todo", tags: [], owner: { name: "ann", age: 7 } });',
    "Gives<readonly Task[]> = () => ok(tasks.map((task) => ({ ...task })));",
    'Gives<{ readonly items: readonly Task[] }> = () => ok({ items: [{ id: "1", status: "done", tags: [], z: 1 }] });',
    'Gives<Place> = () => ok({ kind: "none", path: "/" });',
    'Gives<Tree> = () => ok({ name: "a", children: [{ name: "b", children: [], size: 1 }] });',
    'Gives<Task> = ({ id }) => (id === "" ? ok({ id, status: "todo", tags: [], more: 1 }) : find(id));',
  ];
  expect(errorsOf(handlers)).toEqual([
    "h0 at at: Type 'number' is not assignable to type 'NotDeclaredInResultOfYaml<\"at\">'.",
    "h1 at { ...row }: Type 'number' is not assignable to type 'NotDeclaredInResultOfYaml<\"at\">'.",
    "h2 at row: Type 'number' is not assignable to type 'NotDeclaredInResultOfYaml<\"at\">'.",
    "h3 at age: Type 'number' is not assignable to type 'NotDeclaredInResultOfYaml<\"age\">'.",
    "h4 at tasks: Type 'string' is not assignable to type 'NotDeclaredInResultOfYaml<\"secret\">'.",
    "h5 at z: Type 'number' is not assignable to type 'NotDeclaredInResultOfYaml<\"z\">'.",
    "h6 at path: Type 'string' is not assignable to type 'NotDeclaredInResultOfYaml<\"path\">'.",
    "h7 at size: Type 'number' is not assignable to type 'NotDeclaredInResultOfYaml<\"size\">'.",
    "h8 at more: Type 'number' is not assignable to type 'NotDeclaredInResultOfYaml<\"more\">'.",
  ]);
});

test("a wrong or missing member is still an error in the words of the declared type", () => {
  const handlers = [
    'Gives<Task> = () => ok({ id: "1", status: "gone", tags: [] });',
    'Gives<Task> = () => ok({ id: "1", tags: [] });',
  ];
  expect(errorsOf(handlers)).toEqual([
    'h0 at status: Type \'"gone"\' is not assignable to type \'"done" | "todo"\'.',
    `h1 at { id: "1", tags: [] }: Property 'status' is missing in type '{ id: string; tags: never[]; }' but required in type 'Task'.`,
  ]);
});
