import { outputSchema } from "../../schema/json-schema.ts";
import { subtype } from "../../schema/subtype.ts";
import { type Finding, finding, type LintRule, rule } from "../rule.ts";
import { proveCalls } from "../upgrade-proof.ts";

const keepHandler = "or remove 'upgrade' and keep a handler for the older version";

/** Older versions that are mapped to the current one keep working: calls are accepted, and results are still valid. */
export const upgradeRules: readonly LintRule[] = [
  rule("upgrade", ({ old, upgrade, current, at }, catalog) => {
    const versions = { tool: old.name, version: old.version, current: current.version };
    const findings: Finding[] = [];
    const calls = proveCalls(old, upgrade, current, catalog);
    if (calls.verdict === "no") {
      const help = `widen the param of version ${current.version}, give it a value with 'set' or 'defaults', ${keepHandler}`;
      const params = { ...versions, witness: JSON.stringify(calls.witness) };
      findings.push(finding("upgrade-refuses-calls", params, at, { help }));
    }
    const undecided = (reason: string) => {
      const help = `make the two versions equal there, ${keepHandler}`;
      findings.push(finding("upgrade-undecided", { ...versions, reason }, at, { help }));
    };
    if (calls.verdict === "unknown") undecided(calls.reason);
    const results = subtype(outputSchema(current, catalog, false), outputSchema(old, catalog, false));
    if (results.verdict === "no") {
      const help = `let the result of version ${old.version} allow it, ${keepHandler}`;
      const params = { ...versions, witness: JSON.stringify(results.witness) };
      findings.push(finding("upgrade-result-differs", params, at, { help }));
    }
    if (results.verdict === "unknown") undecided(`of the results, ${results.reason}`);
    return findings;
  }),
];
