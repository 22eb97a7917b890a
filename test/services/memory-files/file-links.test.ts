import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { storedGraph } from "../../../src/services/graph/graph.ts";
import type { FolderFile } from "../../../src/services/memory-files/both-sides.ts";
import { memoryFiles } from "../../../src/services/memory-files/memory-files.ts";
import type { Relation } from "../../../src/store/graph-rows.ts";
import { lawCases } from "../../law-cases.ts";
import { storeRequest, workbench, writer } from "../workbench.ts";

// Links of memories as wikilinks of their files.

async function linked(titles: readonly string[] = ["Ports", "Bridge", "Tunnel"]) {
  const bench = await workbench();
  const graph = storedGraph(bench);
  const files = memoryFiles(bench);
  const ids = new Map<string, string>();
  for (const title of titles) {
    const outcome = await bench.memories.store(
      storeRequest({ title, content: `About ${title}.`, force: true, tier: "long" }),
    );
    if (!("memory" in outcome)) throw new Error(`not stored: ${outcome.status}`);
    ids.set(title, outcome.memory.id);
  }
  const idOf = (title: string) => ids.get(title) ?? "";
  const ends = (from: string, to: string, relation: Relation) => {
    bench.clock.advance(1);
    return { sourceId: idOf(from), targetId: idOf(to), relation, writer };
  };
  const titleOf = (id: string) => titles.find((title) => idOf(title) === id) ?? id;
  return {
    ...bench,
    files,
    idOf,
    nameOf: (title: string) => `${title.toLowerCase()}-${idOf(title).slice(0, 8)}`,
    link: (from: string, to: string, relation: Relation = "related_to") => graph.link(ends(from, to, relation)),
    end: (from: string, to: string, relation: Relation = "related_to") =>
      graph.end({ ...ends(from, to, relation), validUntil: bench.clock() }),
    /** "Ports related_to Bridge", sorted. */
    async links(): Promise<readonly string[]> {
      bench.clock.advance(1);
      const all = await Promise.all(titles.map((title) => graph.linksOf(idOf(title), {})));
      const lines = all.flat().map((one) => `${titleOf(one.sourceId)} ${one.relation} ${titleOf(one.targetId)}`);
      return [...new Set(lines)].toSorted();
    },
    async export(folder: readonly FolderFile[] = [], force = false): Promise<readonly FolderFile[]> {
      const before = new Map(folder.map(({ name, text }) => [name, text]));
      const { outcomes } = await files.exported(folder, force);
      for (const { name, text } of outcomes) if (text !== undefined) before.set(name, text);
      return [...before].map(([name, text = ""]) => ({ name, text }));
    },
    import: (folder: readonly FolderFile[], isDry = false) =>
      files.import({ files: folder, force: false, writer: isDry ? undefined : writer }),
  };
}

function edited(folder: readonly FolderFile[], title: string, edit: (text: string) => string): readonly FolderFile[] {
  return folder.map(({ name, text = "" }) => ({
    name,
    text: name.startsWith(title.toLowerCase()) ? edit(text) : text,
  }));
}

const textOf = (folder: readonly FolderFile[], title: string) =>
  folder.find(({ name }) => name.startsWith(title.toLowerCase()))?.text ?? "";

/** What is taken out of a file in Obsidian, and put into it. */
const without = (link: string) => (text: string) => text.replace(`  - "${link}"\n`, "");
const withLink = (link: string) => (text: string) => text.replace(/^links:( \[\])?\n/m, `links:\n  - "${link}"\n`);
/** A file that had none. */
const withFirst = (link: string) => (text: string) => text.replace("\n---\n", `\nlinks:\n  - "${link}"\n---\n`);

describe("wikilinks of a file", () => {
  it("are the links that hold, by the names of the files that they lead to", async () => {
    const bench = await linked();
    await bench.link("Ports", "Bridge");
    await bench.link("Ports", "Tunnel", "supersedes");
    await bench.link("Bridge", "Tunnel");
    await bench.end("Bridge", "Tunnel");
    const folder = await bench.export();
    const links = [`  - "[[${bench.nameOf("Bridge")}]]"`, `  - "[[${bench.nameOf("Tunnel")}|supersedes]]"`];
    expect(textOf(folder, "Ports")).toContain(`tags: []\nlinks:\n${links.join("\n")}\nexported_links:\n`);
    expect(textOf(folder, "Bridge")).not.toContain("links");
    // A file that was renamed and moved is linked by its new name.
    const moved = folder.map(({ name, text = "" }) => ({
      name: name.startsWith("bridge") ? "net/My bridge.md" : name,
      text,
    }));
    await bench.link("Tunnel", "Bridge");
    expect(textOf(await bench.export(moved), "Tunnel")).toContain('  - "[[My bridge]]"');
  });

  it("leave out memories that are private or archived", async () => {
    const bench = await linked();
    const secret = await bench.memories.store(
      storeRequest({
        title: "Secret",
        content: "Nothing to see",
        scope: "private",
        force: true,
        agentId: writer.agent,
      }),
    );
    if (!("memory" in secret)) throw new Error(secret.status);
    await storedGraph(bench).link({
      sourceId: bench.idOf("Ports"),
      targetId: secret.memory.id,
      relation: "related_to",
      writer,
    });
    await bench.link("Ports", "Bridge");
    await bench.memories.forget({ ids: [bench.idOf("Bridge")], isDryRun: false, writer });
    expect(textOf(await bench.export(), "Ports")).not.toContain("[[");
  });

  it.each([
    ["a file's name", "tunnel-ID", "Tunnel"],
    ["a title", "Tunnel", "Tunnel"],
    ["a title in other letters, with a heading", "TUNNEL#Ends", "Tunnel"],
    ["a file with its ending", "tunnel-ID.md", "Tunnel"],
  ])("are read as %s", async (_what, name, expected) => {
    const bench = await linked();
    const folder = await bench.export();
    const link = `[[${name.replace("tunnel-ID", bench.nameOf("Tunnel"))}]]`;
    const [outcome] = await bench.import(
      edited(folder, "Ports", withFirst(link)).filter(({ name: file }) => file.startsWith("p") || file.startsWith("t")),
    );
    expect(outcome).toMatchObject({ outcome: "updated", detail: "links" });
    expect(outcome?.text).toContain(`  - "${link}"`);
    expect(await bench.links()).toEqual([`Ports related_to ${expected}`]);
  });

  it("reach memories whose file is not in the folder, and links without quotation marks", async () => {
    const bench = await linked();
    const [ports] = (await bench.export()).filter(({ name }) => name.startsWith("ports"));
    const text =
      ports?.text?.replace("\n---\n", `\nlinks:\n  - [[${bench.nameOf("Bridge")}|contradicts]]\n---\n`) ?? "";
    expect(await bench.import([{ name: "ports.md", text }])).toMatchObject([{ outcome: "updated" }]);
    expect(await bench.links()).toEqual(["Ports contradicts Bridge"]);
  });

  it.each([
    ["[[Nowhere]]", "its link [[Nowhere]] leads to no memory"],
    ["[[Same]]", "its link [[Same]] may mean several memories"],
    ["[[Ports]]", "one of its links leads to itself"],
    ["[[Tunnel|reflects_on]]", "one of its links would let it reflect on itself"],
    ["[[Tunnel|knows]]", "what one of its links says behind | is none of "],
    ["Tunnel", "one of its links is not like [[name]] or "],
  ])("%s is refused, and nothing of the file is written", async (link, problem) => {
    const bench = await linked(["Ports", "Tunnel", "Same"]);
    await bench.memories.store(
      storeRequest({ title: "Same", namespace: "other", content: "Another", force: true, tier: "long" }),
    );
    await bench.link("Tunnel", "Ports", "reflects_on");
    const before = await bench.links();
    const folder = await bench.export();
    const broken = edited(folder, "Ports", (text) => withFirst(link)(text).replace("About Ports", "Else"));
    for (const isDry of [true, false]) {
      const [outcome] = (await bench.import(broken, isDry)).filter(({ name }) => name.startsWith("ports"));
      expect(outcome).toMatchObject({ outcome: "refused", detail: expect.stringContaining(problem) });
    }
    expect(await bench.links()).toEqual(before);
    expect((await bench.memories.find(bench.idOf("Ports"))).status === "found").toBe(true);
    expect(JSON.stringify(await bench.memories.find(bench.idOf("Ports")))).toContain("About Ports");
    // An export does not overwrite it.
    const { outcomes } = await bench.files.exported(broken, false);
    const [over] = outcomes.filter(({ name }) => name.startsWith("ports"));
    expect(over?.outcome).toBe(problem.startsWith("what") || problem.includes("not like") ? "refused" : "conflict");
  });
});

describe("links that both sides edit", () => {
  it("count by themselves: what one side adds stays, what one side ends goes, and all of it comes back unchanged", async () => {
    const titles = ["Ports", "Bridge", "Tunnel"];
    const pairs = titles
      .slice(1)
      .flatMap((to) => (["related_to", "supersedes"] as const).map((relation) => ({ to, relation })));
    const some = fc.subarray(pairs);
    await fc.assert(
      fc.asyncProperty(some, some, some, fc.boolean(), async (base, here, there, isDryFirst) => {
        const bench = await linked(titles);
        const has = (all: typeof pairs, one: (typeof pairs)[number]) => all.includes(one);
        for (const { to, relation } of base) await bench.link("Ports", to, relation);
        let folder = await bench.export();
        for (const one of pairs) {
          const { to, relation } = one;
          if (has(here, one) && !has(base, one)) await bench.link("Ports", to, relation);
          if (!has(here, one) && has(base, one)) await bench.end("Ports", to, relation);
          const link = relation === "related_to" ? `[[${bench.nameOf(to)}]]` : `[[${bench.nameOf(to)}|${relation}]]`;
          const isFirst = !textOf(folder, "Ports").includes("\nlinks:");
          if (has(there, one) && !has(base, one)) {
            folder = edited(folder, "Ports", isFirst ? withFirst(link) : withLink(link));
          }
          if (!has(there, one) && has(base, one)) {
            const emptied = (text: string) => without(link)(text).replace("links:\nexported", "links: []\nexported");
            folder = edited(folder, "Ports", emptied);
          }
        }
        const before = await bench.links();
        const dry = isDryFirst ? await bench.import(folder, true) : undefined;
        expect(await bench.links()).toEqual(before);
        const outcomes = await bench.import(folder);
        if (dry !== undefined)
          expect(dry.map(({ outcome }) => outcome)).toEqual(outcomes.map(({ outcome }) => outcome));
        // Each link by itself: the side that changed it counts, and both sides can only have changed it alike.
        const expected = pairs.filter((one) => (has(here, one) === has(base, one) ? has(there, one) : has(here, one)));
        const names = expected.map(({ to, relation }) => `Ports ${relation} ${to}`);
        expect(await bench.links()).toEqual(names.toSorted());
        const after = folder.map(({ name, text }) => ({
          name,
          text: outcomes.find((one) => one.name === name)?.text ?? text ?? "",
        }));
        const again = await bench.export(after);
        for (const result of [(await bench.files.exported(again, false)).outcomes, await bench.import(again)]) {
          expect(result.map(({ outcome, text }) => [outcome, text])).toEqual(again.map(() => ["unchanged", undefined]));
        }
        expect(await bench.links()).toEqual(names.toSorted());
      }),
      { numRuns: lawCases(40) },
    );
  });

  it("stay where a line is missing, and are written again by the next export", async () => {
    const bench = await linked();
    await bench.link("Ports", "Bridge");
    const folder = await bench.export();
    const gone = edited(folder, "Ports", (text) => text.replace(/^links:\n {2}- .*\n/m, ""));
    expect((await bench.import(gone)).map(({ outcome }) => outcome)).toEqual(["unchanged", "behind", "unchanged"]);
    expect(await bench.links()).toEqual(["Ports related_to Bridge"]);
    expect(textOf(await bench.export(gone), "Ports")).toContain(`[[${bench.nameOf("Bridge")}]]`);
  });

  it("an export keeps the links that people put into a file until they are imported", async () => {
    const bench = await linked();
    const folder = edited(await bench.export(), "Ports", withFirst("[[Bridge]]"));
    const [, ports] = (await bench.files.exported(folder, false)).outcomes;
    expect(ports).toMatchObject({ outcome: "conflict", detail: expect.stringContaining("import it first") });
  });
});
