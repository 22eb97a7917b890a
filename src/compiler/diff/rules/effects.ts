import type { Severity } from "../change.ts";
import type { ComparedTool } from "../compared.ts";
import type { DiffRule } from "../rule.ts";

const effects: readonly {
  readonly noun: string;
  readonly worse: "gained" | "lost";
  readonly read: (tool: ComparedTool) => boolean;
  readonly gained: string;
  readonly lost: string;
}[] = [
  {
    noun: "read-only",
    worse: "lost",
    read: (tool) => tool.effects.readOnly,
    gained: "only reads now",
    lost: "no longer only reads",
  },
  {
    noun: "destructive",
    worse: "gained",
    read: (tool) => tool.effects.destructive,
    gained: "may destroy something now",
    lost: "no longer destroys anything",
  },
  {
    noun: "idempotent",
    worse: "lost",
    read: (tool) => tool.effects.idempotent,
    gained: "may be called again without further effect now",
    lost: "has a further effect when it is called again",
  },
  {
    noun: "open-world",
    worse: "gained",
    read: (tool) => tool.effects.openWorld,
    gained: "now reaches the world outside",
    lost: "no longer reaches the world outside",
  },
];

/** A pair of rules for each thing that a call may do to the world. */
export const effectRules: readonly DiffRule[] = effects.flatMap(({ noun, worse, read, gained, lost }): DiffRule[] => {
  const better = worse === "gained" ? "lost" : "gained";
  const row = (way: "gained" | "lost", severity: Severity): DiffRule => ({
    id: `${noun}-${way}`,
    on: "tool-kept",
    severity,
    categories: ["POLICY"],
    mirror: `${noun}-${way === "gained" ? "lost" : "gained"}`,
    says: ({ base, head }) =>
      read(head) === (way === "gained") && read(base) !== read(head)
        ? `'${head.name}' ${way === "gained" ? gained : lost}`
        : undefined,
    explain: {
      why:
        way === worse
          ? "Clients approve calls by this hint; what they let through before means something else now."
          : "Clients may ask less often; nothing breaks.",
    },
  });
  return [row(worse, worseSeverity(noun)), row(better, "INFO")];
});

function worseSeverity(noun: string): Severity {
  return noun === "read-only" || noun === "destructive" ? "ERR" : "WARN";
}
