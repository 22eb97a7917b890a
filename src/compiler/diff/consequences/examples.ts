import { pointer } from "../../catalog/origins.ts";
import { callRules } from "../../lint/rules/calls.ts";
import { type ComparedCatalog, type ComparedTool, ownCatalog, ownTool } from "../compared.ts";
import { type Consequence, consequence, type Sides, type TouchedTool } from "./consequence.ts";

/** Examples that the changed contract refuses: models copy them. Those of foreign schemas are judged with the rest of the schema. */
export function exampleConsequences({ at, base, head }: TouchedTool, sides: Sides): readonly Consequence[] {
  if (base === undefined || head.listed !== undefined || head.examples.length === 0) return [];
  const found = judgeExamples(head, at.headPointer ?? "", sides.head);
  if (found.length === 0) return [];
  const before = new Set(judgeExamples(base, at.basePointer ?? "", sides.base).map(({ title }) => title));
  return found
    .filter(({ title }) => !before.has(title))
    .map(({ title, message, place }) => {
      const help = "mend the example, or keep what it shows";
      return consequence("example-invalid", { ...at, headPointer: place }, `example '${title}': ${message}`, help);
    });
}

interface BrokenExample {
  readonly title: string;
  readonly message: string;
  readonly place: string;
}

/** The first thing that is wrong with each example. */
function judgeExamples(tool: ComparedTool, at: string, catalog: ComparedCatalog): readonly BrokenExample[] {
  const own = ownTool(tool);
  return own.examples.flatMap((example, index) => {
    const place = pointer(at, "examples", index);
    const call = {
      call: own.name,
      own,
      arguments: example.arguments,
      at: pointer(place, "arguments"),
      callAt: place,
      refused: example.error === "INVALID_ARGUMENTS",
    };
    const [found] = callRules.flatMap((rule) => {
      if (rule.on === "call") return rule.check(call, ownCatalog(catalog), {});
      return rule.on === "example" ? rule.check({ example, tool: own, at: place }, ownCatalog(catalog), {}) : [];
    });
    return found === undefined
      ? []
      : [{ title: example.title, message: found.locate(new Map()).message, place: found.at }];
  });
}
