import type { Deprecation } from "../../contract/deprecation.ts";
import type { DiffEvent } from "./event.ts";

/** What callers do about a change, in the imperative, for changelogs; undefined where there is nothing that helps. */
export function migrationOf(event: DiffEvent): string | undefined {
  switch (event.kind) {
    case "tool-removed":
      if (event.replacement !== undefined)
        return `call '${event.replacement.name}'; '${event.tool.name}' keeps working`;
      return event.renameCandidate === undefined
        ? replacement("call", event.tool.deprecated)
        : `call '${event.renameCandidate.name}' instead`;
    case "alias-removed":
      return `call '${event.tool.name}' instead of '${event.alias.name}'`;
    case "alias-added":
      return `'${event.alias.name}' keeps working${until(event.alias.deprecated)}`;
    case "version-removed":
      return `send what the current version of '${event.tool.name}' takes`;
    case "field-removed":
      if (event.at.side === "output") return undefined;
      if (event.moved !== undefined) return `send it as '${event.moved.to}'`;
      if (event.replacement === undefined) return replacement("send", event.field.deprecated);
      return event.replacement.alias
        ? `send '${event.replacement.field.name}'; '${event.field.name}' is still understood`
        : `send '${event.replacement.field.name}' instead`;
    case "field-added":
      return event.at.side === "input" && event.field.required
        ? `send '${event.field.name}' with every call`
        : undefined;
    case "deprecation-kept":
      return event.head === undefined ? undefined : notice(event.head);
    case "field-alias-removed":
      return `send '${event.field.name}' instead of '${event.alias.name}'`;
    case "facet-changed":
      return event.change.migration;
    default:
      return undefined;
  }
}

function replacement(verb: "call" | "send", deprecated: Deprecation | undefined): string | undefined {
  return deprecated?.replacedBy === undefined ? undefined : `${verb} '${deprecated.replacedBy}' instead`;
}

function notice({ replacedBy, sunset }: Deprecation): string | undefined {
  if (replacedBy === undefined) return sunset === undefined ? undefined : `it stays until ${sunset}`;
  return `use '${replacedBy}' instead${sunset === undefined ? "" : `; it stays until ${sunset}`}`;
}

function until(deprecated: Deprecation | undefined): string {
  return deprecated?.sunset === undefined ? "" : ` until ${deprecated.sunset}`;
}
