import { describe, expect, it } from "vitest";
import { changelogEntry, changelogText } from "../../../src/compiler/diff/changelog/entry.ts";
import { insertEntry } from "../../../src/compiler/diff/changelog/insert-entry.ts";
import { report } from "../../../src/compiler/diff/report.ts";
import { realReport } from "../render/real-pair.ts";
import { changeOf, reports } from "../render/reports.ts";

const date = "2026-11-21";
const entry = changelogEntry(reports["every-sort"] ?? report([], "", ""), date);
const small = changelogEntry(report([changeOf({})], "1.2.0", "1.3.0"), date);
const other = changelogEntry(report([changeOf({ message: "max length is 30 instead of 80" })], "1.2.0", "1.3.0"), date);

/** Inserts, and says what the file is then. */
function inserted(text: string, what = small): string {
  const outcome = insertEntry(text, what);
  if ("edited" in outcome) throw new Error("edited by hand");
  return outcome.text;
}

describe("an entry", () => {
  it("has sections, breaks first and marked, what to do, and texts on one line", () => {
    expect(changelogText(entry)).toBe(`## [1.3.0] - 2026-11-21

### Changed

- **Breaking:** \`note_create.result.state\`: the value \`archived\` was added
- **Breaking:** \`note_create.title\`: the pattern changed
- **Breaking:** \`note_create.title\`: max length is 40 instead of 80
- **Breaking:** \`note_list\` is gone; \`note_search\` looks like its new name; call \`note_search\` instead
- \`note_create.tone\`: \`tone\` changed in a way that can't be decided: the pattern uses a lookahead
- Texts that models read: \`note_create\`

### Deprecated

- \`note_move\` is deprecated; use \`note_update\` instead; it stays until 2027-12-01

### Added

- \`note_create.tone\`: the value \`brief\` was added
`);
  });

  it("is unreleased while the version is the base's", () => {
    expect(changelogEntry(report([changeOf({})], "1.2.0", "1.2.0"), date).heading).toBe("## [Unreleased]");
    expect(changelogEntry(report([changeOf({})], "", ""), date).heading).toBe("## [Unreleased]");
  });

  it("says when callers notice nothing", () => {
    const hidden = changeOf({ severity: "INFO", hidden: true });
    const source = changeOf({ id: "handler-signature-changed", severity: "WARN", categories: ["SOURCE"] });
    const reminder = changeOf({ id: "sunset-passed-still-present", severity: "WARN", categories: ["LIFE"] });
    expect(changelogText(changelogEntry(report([hidden, source, reminder], "1.2.0", "1.2.1"), date))).toBe(
      "## [1.2.1] - 2026-11-21\n\nNothing that callers notice.\n",
    );
  });

  it("is the same for the same report", () => {
    expect(changelogText(changelogEntry(realReport("0.2.0"), date))).toBe(
      changelogText(changelogEntry(structuredClone(realReport("0.2.0")), date)),
    );
  });
});

const block = `<!-- pegboard diff ${/diff ([0-9a-f]{12})/.exec(inserted(""))?.[1]} -->
### Changed

- **Breaking:** \`note_create.title\`: max length is 40 instead of 80
<!-- /pegboard diff -->
`;

describe("a changelog gets an entry", () => {
  it.each([
    ["that begins it", "", `# Changelog\n\n## [1.3.0] - 2026-11-21\n\n${block}`],
    ["behind its head", "# Changes\n\nFor users.\n", `# Changes\n\nFor users.\n\n## [1.3.0] - 2026-11-21\n\n${block}`],
    [
      "before the first version",
      "# Changes\n\n## [1.2.0] - 2026-01-01\n\n- old\n",
      `# Changes\n\n## [1.3.0] - 2026-11-21\n\n${block}\n## [1.2.0] - 2026-01-01\n\n- old\n`,
    ],
    [
      "under Unreleased",
      "# Changes\n\n## [Unreleased]\n\n### Fixed\n\n- a slip\n\n## 1.2.0\n",
      `# Changes\n\n## [Unreleased]\n\n${block}\n### Fixed\n\n- a slip\n\n## 1.2.0\n`,
    ],
    ["under Unreleased without anything", "## Unreleased\n", `## Unreleased\n\n${block}`],
    [
      "under its own version",
      "## 1.3.0 (unreleased)\n- by hand\n\n## v1.2.0\n",
      `## 1.3.0 (unreleased)\n\n${block}\n- by hand\n\n## v1.2.0\n`,
    ],
    [
      "not inside a block of code",
      "# Changes\n\n```md\n## Unreleased\n```\n\n## 1.2.0\n",
      `# Changes\n\n\`\`\`md\n## Unreleased\n\`\`\`\n\n## [1.3.0] - 2026-11-21\n\n${block}\n## 1.2.0\n`,
    ],
    [
      "with the line ends of Windows",
      "## Unreleased\r\n\r\n- x\r\n",
      `## Unreleased\n\n${block}\n- x\n`.replaceAll("\n", "\r\n"),
    ],
  ])("%s", (_, before, after) => {
    expect(inserted(before)).toBe(after);
    expect(inserted(after)).toBe(after);
  });

  it("in the place of the one from before, when the catalog has changed since", () => {
    const before = "# Changes\n\n## Unreleased\n\n### Fixed\n\n- a slip\n\n## 1.2.0\n\n- old\n";
    expect(inserted(inserted(before), other)).toBe(inserted(before, other));
  });

  it("that goes away when nothing is left of it", () => {
    const before = "# Changes\n\n## Unreleased\n\n### Fixed\n\n- a slip\n";
    expect(inserted(inserted(before), { ...small, body: "" })).toBe(before);
    expect(inserted(before, { ...small, body: "" })).toBe(before);
  });

  it("that stays as people have edited it, and is not written over", () => {
    const edited = inserted("## Unreleased\n").replace("max length is 40", "titles are shorter: 40");
    expect(inserted(edited)).toBe(edited);
    expect(insertEntry(edited, other)).toEqual({ edited: true });
  });

  it("beside the entries of versions before", () => {
    const released = inserted("## Unreleased\n").replace("## Unreleased", "## [1.3.0] - 2026-11-20");
    const next = inserted(released, { ...other, version: "1.4.0", heading: "## [1.4.0] - 2026-12-01" });
    expect(next.match(/^<!-- pegboard diff /gm)).toHaveLength(2);
    expect(next.endsWith(released)).toBe(true);
  });
});
