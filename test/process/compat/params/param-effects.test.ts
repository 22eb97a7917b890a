import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServedWorkbench, serveWorkbench } from "../../served-workbench.ts";
import { aiMemoryInventory, aiMemoryUndocumented } from "./ai-memory-inventory.ts";
import { aiMemoryRows } from "./ai-memory-rows.ts";
import { type ParamClient, type ParamRow, paramClient } from "./param-client.ts";
import { zetmemInventory, zetmemRows } from "./zetmem-rows.ts";

// Every name and every param of the two systems of memories, called by a client over stdio that knows only what its profile lists, and
// what each of them does. The tables are the inventories; a param without a row, or a row that does not send it, fails.

const systems: readonly {
  readonly profile: string;
  readonly rows: readonly ParamRow[];
  readonly inventory: Readonly<Record<string, string>>;
  readonly undocumented: Readonly<Record<string, string>>;
  readonly counts: object;
}[] = [
  {
    ...{ profile: "zetmem", rows: zetmemRows, inventory: zetmemInventory, undocumented: {} },
    counts: { names: "7/7", params: "24/24", undocumented: "0/0" },
  },
  {
    ...{ profile: "ai_memory", rows: aiMemoryRows, inventory: aiMemoryInventory, undocumented: aiMemoryUndocumented },
    counts: { names: "54/54", params: "206/206", undocumented: "11/11" },
  },
];

describe.each(systems)("$profile", ({ profile, rows, inventory, undocumented, counts }) => {
  let workbench: ServedWorkbench;
  beforeAll(async () => {
    workbench = await serveWorkbench({ profile, client: "code-helper" });
  });
  afterAll(() => workbench.close());

  const shown = new Set<string>();
  it.each(rows.map((row) => ({ ...row, names: Object.keys(row.params).join(" ") })))("$tool: $names", async (row) => {
    const client: ParamClient = await paramClient(workbench);
    expect.hasAssertions();
    await row.shown(client);
    const { tool, params } = row;
    expect([...(client.sent.get(tool) ?? [])]).toEqual(expect.arrayContaining(Object.keys(params)));
    shown.add(tool);
    for (const [param, does] of Object.entries(params)) if (does !== "") shown.add(`${tool}.${param}`);
  });

  it("all of them", async () => {
    const pairs = (table: Readonly<Record<string, string>>) =>
      Object.entries(table).flatMap(([tool, names]) =>
        names.split(" ").flatMap((name) => (name === "" ? [] : [`${tool}.${name}`])),
      );
    const listed = (await workbench.connection.listTools()).map(({ name }) => name);
    const names = Object.keys(inventory);
    const wanted = [...names, ...pairs(inventory), ...pairs(undocumented)];
    expect(wanted.filter((one) => !shown.has(one))).toEqual([]);
    expect(names.filter((name) => !listed.includes(name))).toEqual([]);
    const of = (all: readonly string[]) => `${all.filter((one) => shown.has(one)).length}/${all.length}`;
    const found = { names: of(names), params: of(pairs(inventory)), undocumented: of(pairs(undocumented)) };
    process.stdout.write(`${profile}: ${JSON.stringify(found)}\n`);
    expect(found).toEqual(counts);
  });
});
