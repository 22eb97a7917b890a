import { sameJson } from "../../../contract/alias.ts";
import { isCurrent } from "../../catalog/versions.ts";
import type { ComparedCatalog, ComparedTool } from "../compared.ts";
import type { DiffRule } from "../rule.ts";
import { isPast } from "../today.ts";
import { effectRules } from "./effects.ts";

/** Rules about tools as a whole: their names, what they may do, where they stand. */
export const toolRules: readonly DiffRule[] = [
  {
    id: "tool-removed",
    on: "tool-removed",
    severity: "ERR",
    categories: ["CALL", "POLICY"],
    mirror: "tool-added",
    says: ({ tool, heir }, { head }) =>
      tool.deprecated === undefined && heir === undefined && twinOf(tool, head) === undefined
        ? `tool '${tool.name}' was removed and was never deprecated`
        : undefined,
    help: ({ tool }) => `keep it, or deprecate it first; a tool that takes over can list '${tool.name}' under aliases`,
    explain: {
      why: "An unknown tool is a protocol error; a model seldom recovers from it, and scripts never do.",
      good: "deprecated: {since: 1.4.0, sunset: 2027-12-01, replaced_by: note_create}",
    },
  },
  {
    id: "tool-removed-before-sunset",
    on: "tool-removed",
    severity: "ERR",
    categories: ["CALL", "LIFE"],
    says: ({ tool, heir }, { today }) =>
      tool.deprecated !== undefined && heir === undefined && !isPast(tool.deprecated.sunset, today)
        ? `tool '${tool.name}' was removed before its sunset ${tool.deprecated.sunset ?? "was announced"}`
        : undefined,
    explain: { why: "The date that callers were told has not come yet." },
  },
  {
    id: "tool-removed-after-sunset",
    on: "tool-removed",
    severity: "INFO",
    categories: ["LIFE"],
    says: ({ tool, heir }, { today }) =>
      heir === undefined && isPast(tool.deprecated?.sunset, today)
        ? `tool '${tool.name}' was removed after its sunset ${tool.deprecated?.sunset ?? ""}`
        : undefined,
    explain: { why: "It was announced, and the date has passed: this is how a tool leaves." },
  },
  {
    id: "tool-renamed-with-alias",
    on: "tool-removed",
    severity: "WARN",
    categories: ["POLICY", "PROMPT"],
    says: ({ tool, heir }) =>
      heir === undefined ? undefined : `tool '${tool.name}' is now '${heir.name}' and answers to its old name`,
    explain: { why: "Calls keep working, but approvals that name the tool exactly do not follow it." },
  },
  {
    id: "tool-renamed-without-alias",
    on: "tool-removed",
    severity: "ERR",
    categories: ["CALL", "POLICY"],
    mirror: ["tool-renamed-without-alias", "tool-renamed-with-alias"],
    says: ({ tool, heir }, { head }) => {
      const twin = twinOf(tool, head);
      return heir === undefined && tool.deprecated === undefined && twin !== undefined
        ? `tool '${tool.name}' was removed; '${twin.name}' looks like its new name`
        : undefined;
    },
    help: ({ tool }, { head }) =>
      `in ${twinOf(tool, head)?.name ?? ""}.yaml: aliases: [{name: ${tool.name}, of: ${head.server.name}, deprecated: {since: ${head.server.version}}}]`,
    explain: {
      why: "A tool of the same params and result appeared under another name; calls of the old name fail.",
      good: "aliases: [{name: note_add, of: notes, deprecated: {since: 1.4.0}}]",
    },
  },
  {
    id: "tool-added",
    on: "tool-added",
    severity: "INFO",
    categories: ["CATALOG"],
    mirror: ["tool-removed", "tool-removed-before-sunset", "tool-removed-after-sunset", "tool-renamed-without-alias"],
    says: ({ tool }, { base }) => (isRetired(tool.name, base) ? undefined : `tool '${tool.name}' was added`),
    explain: { why: "Additive." },
  },
  {
    id: "tool-added-reuses-retired-name",
    on: "tool-added",
    severity: "ERR",
    categories: ["CALL", "POLICY"],
    says: ({ tool }, { base }) =>
      isRetired(tool.name, base) ? `tool '${tool.name}' brings a retired name back` : undefined,
    explain: { why: "Callers that remember the old name would reach something else without noticing." },
  },
  ...effectRules,
  {
    id: "session-need-raised",
    on: "tool-kept",
    severity: "ERR",
    categories: ["CALL", "POLICY"],
    mirror: "session-need-lowered",
    says: ({ base, head }) =>
      head.session === "required" && base.session !== "required"
        ? `'${head.name}' now needs an open session`
        : undefined,
    explain: { why: "Calls without a session worked and fail now." },
  },
  {
    id: "session-need-lowered",
    on: "tool-kept",
    severity: "INFO",
    categories: ["CALL"],
    mirror: "session-need-raised",
    says: ({ base, head }) =>
      base.session === "required" && head.session !== "required"
        ? `'${head.name}' no longer needs an open session`
        : undefined,
    explain: { why: "Calls that worked still work." },
  },
  {
    id: "consent-or-elicitation-added",
    on: "tool-kept",
    severity: "WARN",
    categories: ["POLICY", "CALL"],
    mirror: "consent-or-elicitation-removed",
    says: ({ base, head }) =>
      base.confirm === undefined && head.confirm !== undefined ? `'${head.name}' now asks for confirmation` : undefined,
    explain: { why: "Callers that can't be asked, and do not send confirm, are refused." },
  },
  {
    id: "consent-or-elicitation-removed",
    on: "tool-kept",
    severity: "INFO",
    categories: ["POLICY"],
    mirror: "consent-or-elicitation-added",
    says: ({ base, head }) =>
      base.confirm !== undefined && head.confirm === undefined
        ? `'${head.name}' no longer asks for confirmation`
        : undefined,
    explain: { why: "No call fails; people who relied on the question should know." },
  },
  {
    id: "output-schema-removed",
    on: "tool-kept",
    severity: "ERR",
    categories: ["RESULT"],
    mirror: "output-schema-added",
    says: ({ base, head }) =>
      !saysNothing(base) && saysNothing(head) ? `'${head.name}' no longer says what its result holds` : undefined,
    explain: { why: "Readers relied on the declared fields; nothing is promised any more." },
  },
  {
    id: "output-schema-added",
    on: "tool-kept",
    severity: "INFO",
    categories: ["RESULT"],
    mirror: "output-schema-removed",
    says: ({ base, head }) =>
      saysNothing(base) && !saysNothing(head) ? `'${head.name}' now says what its result holds` : undefined,
    explain: { why: "The server has to keep to it from now on." },
  },
];

function twinOf(tool: ComparedTool, head: ComparedCatalog): ComparedTool | undefined {
  return head.tools.find(
    (one) =>
      one.name !== tool.name &&
      isCurrent(one) &&
      one.family === tool.family &&
      sameJson(one.params, tool.params) &&
      sameJson(one.result, tool.result) &&
      sameJson(one.effects, tool.effects) &&
      one.since !== tool.since,
  );
}

function isRetired(name: string, catalog: ComparedCatalog): boolean {
  return catalog.retired.some((retired) => retired.name === name);
}

function saysNothing(tool: ComparedTool): boolean {
  return tool.result.kind === "object" && tool.result.fields.length === 0 && tool.result.open === true;
}
