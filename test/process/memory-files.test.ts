import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Finished, pegboard, pegboardHere } from "./run-pegboard.ts";
import { type ServedWorkbench, serveWorkbenchHere } from "./served-workbench.ts";

// Memories as files: what agents store over MCP, people edit in a folder.

let folder = "";
let notes = "";
let server: ServedWorkbench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-memory-"));
  notes = join(folder, "notes");
  server = await serveWorkbenchHere({ profile: "full" });
  await server.value("session_open", { agent: "claude" });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(words: readonly string[], start = pegboardHere, user = "ann"): Promise<Finished> {
  return start(["memory", ...words], { cwd: folder, env: { PEGBOARD_DB: server.databasePath, USER: user } });
}

async function stored(title: string, content: string, over = {}) {
  const { id } = await server.value("memory_store", { title, content, ...over });
  const text = String(id);
  return { id: text, name: `${title.toLowerCase()}-${text.slice(0, 8)}.md` };
}

const memoryOf = (id: string) => server.value("memory_get", { id });
const read = (name: string) => readFileSync(join(notes, name), "utf8");
const write = (name: string, text: string) => writeFileSync(join(notes, name), text);
/** `from` must have a character that no id has: an id is random, and stands first in its file. */
function edit(name: string, from: string, to: string): void {
  const text = read(name);
  expect(from).toMatch(/[^-0-9a-f]/);
  expect(text.split(from)).toHaveLength(2);
  write(name, text.replace(from, to));
}

describe("pegboard memory", () => {
  it("exports, takes over what people edit, and exports again without a change", async () => {
    const ports = await stored("Ports", "The bridge listens on 7179.", { tags: ["net", "bridge"], priority: 8 });
    const dry = await run(["export", "notes", "--dry-run"]);
    expect(dry.stdout).toBe(`created   ${ports.name}\n1 memory, 0 unchanged; nothing was written\n`);
    expect(existsSync(notes)).toBe(false);
    expect(await run(["export", "notes"], pegboard)).toEqual({
      ...{ code: 0, stderr: "", stdout: `created   ${ports.name}\n1 memory, 0 unchanged\n` },
    });
    expect(read(ports.name)).toBe(
      `---\nid: ${ports.id}\nversion: 1\ntitle: Ports\nnamespace: global\ntier: long\nkind: observation\npriority: 8\ntags:\n` +
        "  - net\n  - bridge\n---\n\nThe bridge listens on 7179.\n",
    );
    edit(ports.name, "on 7179", "on 7180");
    edit(ports.name, "priority: 8", "priority: 9\naliases: [P] # mine");
    const updated = `updated   ${ports.name}: priority, content\n1 memory, 0 unchanged`;
    expect(await run(["import", "notes", "--dry-run"])).toMatchObject({
      ...{ code: 0, stdout: `${updated}; nothing was written\n` },
    });
    expect(await memoryOf(ports.id)).toMatchObject({ version: 1 });
    expect(await run(["import", "notes"], pegboard)).toEqual({ code: 0, stderr: "", stdout: `${updated}\n` });
    expect(await memoryOf(ports.id)).toMatchObject({
      ...{ version: 2, content: "The bridge listens on 7180.", priority: 9, title: "Ports" },
    });
    expect(read(ports.name)).toContain("version: 2\n");
    expect(read(ports.name)).toContain("aliases: [P] # mine\n");
    const before = read(ports.name);
    for (const action of ["export", "import"]) {
      expect(await run([action, "notes"])).toMatchObject({ code: 0, stdout: "1 memory, 1 unchanged\n" });
    }
    expect(read(ports.name)).toBe(before);
  });

  it("each part counts from the side that changed it; what both changed is a conflict until a side is chosen", async () => {
    const { id, name } = await stored("Ports", "It is 7179.");
    await run(["export", "notes"]);
    await server.value("memory_update", { id, priority: 2 });
    edit(name, "It is 7179.", "It is 7180.");
    expect(await run(["export", "notes"])).toMatchObject({
      code: 1,
      stdout: `conflict  ${name}: was edited; import it first, or export with --force\n1 memory, 0 unchanged\n`,
    });
    expect((await run(["import", "notes"])).stdout).toBe(`updated   ${name}: content\n1 memory, 0 unchanged\n`);
    expect(await memoryOf(id)).toMatchObject({ content: "It is 7180.", priority: 2 });
    expect(read(name)).toContain("priority: 2\n");

    await server.value("memory_update", { id, content: "It is 1.", title: "One" });
    expect((await run(["import", "notes"])).stdout).toBe(`behind    ${name}\n1 memory, 0 unchanged\n`);
    edit(name, "It is 7180.", "It is 2.");
    edit(name, "title: Ports", "title: Two");
    const mine = read(name);
    expect(await run(["import", "notes"])).toMatchObject({
      code: 1,
      stdout: `conflict  ${name}: both changed: title ("One" here, "Two" in the file), content\n1 memory, 0 unchanged\n`,
    });
    expect(await memoryOf(id)).toMatchObject({ content: "It is 1.", title: "One" });
    expect(read(name)).toBe(mine);
    expect(await run(["import", "notes", "--force"])).toMatchObject({ code: 0 });
    expect(await memoryOf(id)).toMatchObject({ content: "It is 2.", title: "Two" });
  });

  it("writes links as wikilinks, and takes over one that was put in and one that was taken out", async () => {
    const [ports, bridge, old] = [
      await stored("Ports", "The bridge listens on 7179."),
      await stored("Bridge", "It spans the harbour."),
      await stored("Old", "The bridge listened on 7000."),
    ];
    await server.value("memory_link", { source_id: ports.id, target_id: bridge.id });
    await run(["export", "notes"]);
    const link = ({ name }: { name: string }) => `[[${name.replace(".md", "")}]]`;
    expect(read(ports.name)).toContain(`links:\n  - "${link(bridge)}"\n`);
    edit(ports.name, link(bridge), "[[Old|supersedes]]");
    const done = await run(["import", "notes"], pegboard);
    expect(done.stdout).toBe(`updated   ${ports.name}: links\n3 memories, 2 unchanged\n`);
    const { links } = await server.value("memory_get_links", { id: ports.id });
    expect(links).toMatchObject([{ source_id: ports.id, target_id: old.id, relation: "supersedes" }]);
    expect((await run(["export", "notes"])).stdout).toBe("3 memories, 3 unchanged\n");
    edit(ports.name, "[[Old|supersedes]]", "[[Nowhere]]");
    const refused = await run(["import", "notes"]);
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("its link [[Nowhere]] leads to no memory"),
    });
  });

  it("leaves out private memories, and finds a file that was renamed and moved", async () => {
    await stored("Secret", "Only mine.", { scope: "private" });
    const { name } = await stored("Ports", "It is 7179.");
    // Also where the person has the name of the agent, who sees it.
    const { stderr } = await run(["export", "notes"], pegboardHere, "claude");
    expect(stderr).toBe("warning: 1 memory left out: private to an agent or encrypted\n");
    expect(readdirSync(notes)).toEqual([name]);
    mkdirSync(join(notes, "net"));
    renameSync(join(notes, name), join(notes, "net", "my ports.md"));
    edit("net/my ports.md", "is 7179", "is 7180");
    write("README.md", "# Not a memory\n");
    expect((await run(["import", "notes"])).stdout).toBe("updated   net/my ports.md: content\n1 memory, 0 unchanged\n");
    expect(await run(["export", "notes"])).toEqual({ code: 0, stdout: "1 memory, 1 unchanged\n", stderr: "" });
    expect(readdirSync(notes)).toEqual(["README.md", "net"]);
  });

  it("refuses the file of a memory that has lost its version, and leaves other files with an id alone", async () => {
    const { id, name } = await stored("Ports", "It is 7179.");
    await run(["export", "notes"]);
    edit(name, "version: 1\n", "");
    edit(name, "is 7179", "is 7180");
    write("foreign.md", "---\nid: 4711\n---\n\nA note of another program.\n");
    const refused = `refused   ${name}: its version is missing; the stored memory has version 1`;
    expect(await run(["import", "notes"], pegboard)).toMatchObject({
      ...{ code: 1, stdout: `${refused}\n1 memory, 0 unchanged\n` },
    });
    const exported = await run(["export", "notes"]);
    expect(exported).toMatchObject({ code: 1, stdout: expect.stringContaining(refused) });
    expect(await memoryOf(id)).toMatchObject({ version: 1, content: "It is 7179." });
    edit(name, "title: Ports", "version: 1\ntitle: Ports");
    expect(await run(["import", "notes"])).toMatchObject({
      ...{ code: 0, stdout: `updated   ${name}: content\n1 memory, 0 unchanged\n` },
    });
  });

  it("refuses what the tools would refuse, and two files of one memory; the others are taken over", async () => {
    const one = await stored("One", "First thing.");
    const two = await stored("Two", "Another subject altogether.");
    await run(["export", "notes"]);
    edit(one.name, "title: One", "title: Two");
    write("zcopy.md", read(two.name));
    edit(two.name, "Another", "A different");
    expect(await run(["import", "notes"])).toMatchObject({
      code: 1,
      stdout:
        `refused   ${one.name}: another memory of global has its title\nupdated   ${two.name}: content\n` +
        `refused   zcopy.md: ${two.name} is of the same memory\n3 memories, 0 unchanged\n`,
    });
    write(one.name, `---\nid: ${one.id}\nversion: 1\ntitle: "\\e[31mred"\n---\n\nx\n`);
    rmSync(join(notes, "zcopy.md"));
    expect((await run(["import", "notes"])).stdout).toContain(
      `refused   ${one.name}: its title or a tag holds U+001B\n`,
    );
  });

  it("follows no link, neither out of the current folder nor below it", async () => {
    const { name } = await stored("Ports", "It is 7179.");
    const outside = mkdtempSync(join(tmpdir(), "pegboard-outside-"));
    symlinkSync(outside, notes);
    expect(await run(["export", "notes"])).toMatchObject({
      stdout: "",
      stderr: expect.stringContaining("'notes' leads out of the current folder"),
    });
    rmSync(notes);
    await run(["export", "notes"]);
    const mine = read(name);
    writeFileSync(join(outside, "target.md"), mine.replace("is 7179", "is 1"));
    rmSync(join(notes, name));
    symlinkSync(join(outside, "target.md"), join(notes, name));
    symlinkSync(outside, join(notes, "below"));
    expect(await run(["import", "notes"])).toMatchObject({
      code: 1,
      stdout: `refused   ${name}: is a link\n1 memory, 0 unchanged\n`,
    });
    expect(await run(["export", "notes"])).toMatchObject({ code: 1 });
    expect(readFileSync(join(outside, "target.md"), "utf8")).toBe(mine.replace("is 7179", "is 1"));
    rmSync(outside, { recursive: true, force: true });
  });
});
