import { visible } from "../../diagnostics/display-text.ts";
import type { ImportedTool } from "./import-list.ts";
import { type Loss, type LossEffect, lossEffects } from "./loss.ts";

/** The effects as headings. */
export const effectTexts: { readonly [E in LossEffect]: string } = {
  "left-out": "Tools that were not imported",
  narrower: "Refused here, taken by the original",
  wider: "Taken here, refused by the original",
  assumed: "Not specified by the list: please check",
  renamed: "Renamed; the original name is accepted too",
  reworded: "Written in another way with the same meaning",
  dropped: "Left away; no call is judged differently",
};

/** The losses by effect, equal ones together: a heading, then a line for each. */
export function lossLines(
  lost: readonly Loss[],
): readonly { readonly effect: LossEffect; readonly lines: readonly string[] }[] {
  return lossEffects.flatMap((effect) => {
    const groups = new Map<string, Loss[]>();
    for (const loss of lost.filter((one) => one.effect === effect)) {
      const key = JSON.stringify([loss.keyword, loss.why, loss.instead]);
      groups.set(key, [...(groups.get(key) ?? []), loss]);
    }
    const lines = [...groups.values()].map(groupLine);
    return lines.length === 0 ? [] : [{ effect, lines }];
  });
}

/** Places that a line names before it only counts. */
const maxPlaces = 3;

function groupLine(group: readonly Loss[]): string {
  const [{ keyword, why, instead } = { keyword: "", why: "", instead: "" }] = group;
  const places = group.slice(0, maxPlaces).map(({ tool, pointer }) => (tool === "" ? pointer : `${tool} ${pointer}`));
  const more = group.length > maxPlaces ? ` and ${group.length - maxPlaces} more` : "";
  return visible(`${keyword}: ${why} → ${instead} (${places.join(", ")}${more})`);
}

/** `import-report.md`: what was written, and everything that could not be. */
export function reportText(server: string, tools: readonly ImportedTool[], lost: readonly Loss[]): string {
  const sections = lossEffects.flatMap((effect) => {
    const rows = lost.filter((loss) => loss.effect === effect);
    if (rows.length === 0) return [];
    return [
      `## ${effectTexts[effect]}`,
      "",
      "| tool | where in the list | keyword | why | written instead |",
      "|---|---|---|---|---|",
      ...rows.map(
        ({ tool, pointer, keyword, why, instead }) =>
          `| ${[tool, pointer, keyword, why, instead].map(cell).join(" | ")} |`,
      ),
      "",
    ];
  });
  return [
    `# Import of ${cell(server)}`,
    "",
    "| original | name | file |",
    "|---|---|---|",
    ...tools.map(({ original, name, path }) => `| ${[original, name, path].map(cell).join(" | ")} |`),
    "",
    ...sections,
  ].join("\n");
}

/** Texts of a list may hold anything; a cell of a table is one line of plain text. */
function cell(text: string): string {
  return visible(text.replaceAll(/\s+/g, " ")).replaceAll(/[\\`*_[\]<>|&#~]/g, (sign) => `\\${sign}`);
}
