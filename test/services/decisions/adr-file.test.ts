import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AdrFile, readAdr, writeAdr } from "../../../src/services/decisions/adr-file.ts";
import { plainTexts } from "../../../src/services/decisions/change-decision.ts";
import { decisionStatuses } from "../../../src/store/decision-rows.ts";

const facts = { number: 7, date: "2026-11-22" };

/** Lines that mean something in such a file, beside any others. */
const line = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        "",
        "---",
        "# Another title",
        "## Decision",
        "### Consequences",
        "## Context and problem statement",
        "## Options",
        "#### Pros",
      ],
      ...[
        "```",
        "```sh",
        "~~~",
        "````",
        "\\## Decision",
        "\\\\# x",
        "\\```",
        "  ## Decision outcome ##",
        "#",
        "# 3. Third",
        "## Status",
      ],
      ...[
        "status: rejected",
        "- one",
        "    code",
        "Accepted",
        "superseded by ADR-0009",
        "text\u0085text",
        "trailing  ",
        "\ttab",
      ],
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 12 }).map((text) => text.replaceAll(/[\r\n]/g, "")) },
);
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));
const file: fc.Arbitrary<AdrFile> = fc
  .record({
    title: fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom("ADR-0003: x", "3. x", "C #", "adr-1 y"),
    ),
    area: fc.oneof(fc.string({ unit: "binary", maxLength: 12 }), fc.constantFrom("", "API # 2", "it's", '"', "[x]")),
    context: text,
    description: text,
    consequences: text,
    status: fc.constantFrom(...decisionStatuses),
    supersedes: fc
      .uniqueArray(fc.integer({ min: 1, max: 99_999 }), { maxLength: 3 })
      .map((all) => all.toSorted((a, b) => a - b)),
    supersededBy: fc.option(fc.integer({ min: 1, max: 99_999 })),
  })
  .map(plainTexts)
  .filter(({ title }) => title !== "");
/** As people leave them behind. */
const handWritten = fc
  .record({
    front: fc.option(fc.array(line, { maxLength: 5 })),
    body: fc.array(line, { maxLength: 25 }),
    eol: fc.constantFrom("\n", "\r\n"),
  })
  .map(({ front, body, eol }) =>
    [...(front === null ? [] : ["---", ...front, "---"]), "", "# A title", ...body].join(eol),
  );

describe("files of decisions", () => {
  it("what was put into a new file is read from it", () => {
    fc.assert(
      fc.property(file, (wanted) => {
        expect(readAdr(writeAdr(undefined, wanted, facts))).toEqual(wanted);
      }),
      { numRuns: 400 },
    );
  });

  it("what was put into a file that a person wrote is read from it", () => {
    fc.assert(
      fc.property(handWritten, file, (before, wanted) => {
        fc.pre(!("problem" in readAdr(before)));
        expect(readAdr(writeAdr(before, wanted, facts))).toEqual(wanted);
      }),
      { numRuns: 600 },
    );
  });

  it("putting in what was read changes no byte", () => {
    fc.assert(
      fc.property(handWritten, (before) => {
        const said = readAdr(before);
        if (!("problem" in said)) expect(writeAdr(before, said, facts)).toBe(before);
      }),
      { numRuns: 600 },
    );
  });

  it("changes the line that has to change, and no other", () => {
    const before = madr;
    const said = readAdr(before);
    if ("problem" in said) throw new Error(said.problem);
    const after = writeAdr(before, { ...said, status: "accepted" }, facts);
    const changed = after.split("\n").filter((one, index) => one !== before.split("\n")[index]);
    expect(changed).toEqual(["status: accepted", "date: 2026-11-22"]);
  });

  it("reads MADR as people write it", () => {
    expect(readAdr(madr)).toEqual({
      title: "Use SQLite for the workbench",
      status: "proposed",
      area: "Database",
      supersedes: [1, 2],
      supersededBy: null,
      context: "Agents of several programs write at once.\n\n```sh\n# no heading\n```",
      description: 'Chosen option: "SQLite", because backups are a copy.',
      consequences: "* Good, because nothing has to be installed.",
    });
  });

  it("reads the older form, whose status is a section", () => {
    const before =
      "# 3. Use WAL\n\nDate: 2026-01-02\n\n## Status\n\nSuperseded by [ADR-0005](0005-x.md)\n\n## Context\n\nSlow.\n";
    const said = readAdr(before);
    expect(said).toMatchObject({ title: "Use WAL", status: "superseded", supersededBy: 5, context: "Slow." });
    if ("problem" in said) throw new Error(said.problem);
    const after = writeAdr(before, { ...said, status: "deprecated", supersededBy: null }, { ...facts, number: 3 });
    expect(after).toContain("# 3. Use WAL\n\nDate: 2026-01-02\n\n## Status\n\ndeprecated\n\n## Context");
  });

  it("reads a file full of open fences in no time", () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => ["```a", "~~~~b", "    ", "# T"][index % 4]);
    expect(readAdr(lines.join("\n"))).toMatchObject({ title: "T" });
  });

  it.each([
    ["", "has no title: a line that begins with '# '"],
    ["```\n# code\n```\n", "has no title: a line that begins with '# '"],
    [
      "---\nstatus: maybe\n---\n# T\n",
      "has the status 'maybe', which is none of draft, proposed, accepted, rejected, superseded, deprecated",
    ],
  ])("says what is wrong with %j", (given, problem) => {
    expect(readAdr(given)).toEqual({ problem });
  });

  it("is what a reader expects of a new one", () => {
    const said = readAdr(madr);
    if ("problem" in said) throw new Error(said.problem);
    expect(writeAdr(undefined, { ...said, supersededBy: 9 }, facts)).toBe(`---
status: proposed
date: 2026-11-22
area: Database
supersedes: [ADR-0001, ADR-0002]
superseded_by: ADR-0009
---

# ADR-0007: Use SQLite for the workbench

## Context

Agents of several programs write at once.

\`\`\`sh
# no heading
\`\`\`

## Decision

Chosen option: "SQLite", because backups are a copy.

## Consequences

* Good, because nothing has to be installed.
`);
  });
});

const madr = `---
# These are optional metadata elements.
status: proposed   # ask Ann
date: 2026-10-01
decision-makers: [ann, ben]
area: "Database"
supersedes:
  - ADR-0001
  - ADR-0002
---

# ADR-0007: Use SQLite for the workbench

## Context and Problem Statement

Agents of several programs write at once.

\`\`\`sh
# no heading
\`\`\`

## Considered Options

* Postgres
* SQLite

## Decision Outcome

Chosen option: "SQLite", because backups are a copy.

### Consequences

* Good, because nothing has to be installed.

## More Information

None.
`;
