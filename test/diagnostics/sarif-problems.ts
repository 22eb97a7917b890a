/**
 * Holds a SARIF log against the rules of sarif-schema-2.1.0.json for the parts that we write, and those of the standard's text that a
 * schema can't say. Keys that we don't write are not known here, so a mistyped one is a problem.
 * @returns one line per broken rule; none for a sound log
 * @see SARIF 2.1.0, OASIS Standard incorporating Approved Errata 01, sections 3.13 to 3.57
 */
export function sarifProblems(log: unknown): readonly string[] {
  const problems: string[] = [];
  const check: Check = (value, shape, at) => problems.push(...broken(value, shape, at));
  check(log, logShape, "");
  if (problems.length > 0) return problems;
  for (const [index, run] of (log as Log).runs.entries()) problems.push(...inconsistent(run, `/runs/${index}`));
  return problems;
}

type Check = (value: unknown, shape: Shape, at: string) => void;

type Shape =
  | { readonly kind: "text"; readonly pattern?: RegExp }
  | { readonly kind: "integer"; readonly min: number }
  | { readonly kind: "bag" }
  | { readonly kind: "list"; readonly items: Shape; readonly min?: number }
  | { readonly kind: "object"; readonly keys: Readonly<Record<string, Shape>>; readonly required: readonly string[] };

const text: Shape = { kind: "text" };
const filled: Shape = { kind: "text", pattern: /./s };
const level: Shape = { kind: "text", pattern: /^(none|note|warning|error)$/ };
const message: Shape = { kind: "object", keys: { text: filled, markdown: filled }, required: ["text"] };
const artifactLocation: Shape = {
  kind: "object",
  // A URI reference of RFC 3986 that is relative and has no empty first segment.
  keys: {
    uri: { kind: "text", pattern: /^(?:[\w.~-]|%[0-9A-F]{2})+(?:\/(?:[\w.~-]|%[0-9A-F]{2})*)*$/ },
    uriBaseId: text,
  },
  required: ["uri"],
};
const region: Shape = {
  kind: "object",
  keys: {
    startLine: { kind: "integer", min: 1 },
    startColumn: { kind: "integer", min: 1 },
    endLine: { kind: "integer", min: 1 },
    endColumn: { kind: "integer", min: 1 },
    charOffset: { kind: "integer", min: 0 },
    charLength: { kind: "integer", min: 0 },
  },
  required: ["startLine"],
};
const location: Shape = {
  kind: "object",
  keys: {
    id: { kind: "integer", min: 0 },
    physicalLocation: { kind: "object", keys: { artifactLocation, region }, required: ["artifactLocation"] },
    message,
  },
  required: [],
};
const fix: Shape = {
  kind: "object",
  keys: {
    description: { kind: "object", keys: { text }, required: ["text"] },
    artifactChanges: {
      kind: "list",
      min: 1,
      items: {
        kind: "object",
        keys: {
          artifactLocation,
          replacements: {
            kind: "list",
            min: 1,
            items: {
              kind: "object",
              keys: { deletedRegion: region, insertedContent: { kind: "object", keys: { text }, required: ["text"] } },
              required: ["deletedRegion"],
            },
          },
        },
        required: ["artifactLocation", "replacements"],
      },
    },
  },
  required: ["artifactChanges"],
};
const rule: Shape = {
  kind: "object",
  keys: {
    id: filled,
    shortDescription: message,
    fullDescription: message,
    help: message,
    defaultConfiguration: { kind: "object", keys: { level }, required: [] },
  },
  required: ["id"],
};
const result: Shape = {
  kind: "object",
  keys: {
    ruleId: filled,
    ruleIndex: { kind: "integer", min: 0 },
    level,
    message,
    locations: { kind: "list", items: location },
    relatedLocations: { kind: "list", items: location },
    fixes: { kind: "list", items: fix },
    partialFingerprints: {
      kind: "object",
      keys: {
        primaryLocationLineHash: { kind: "text", pattern: /^[0-9a-f]{12}:1$/ },
        "pegboardDiff/v1": { kind: "text", pattern: /^[0-9a-f]{12}$/ },
      },
      required: ["primaryLocationLineHash", "pegboardDiff/v1"],
    },
    suppressions: {
      kind: "list",
      items: {
        kind: "object",
        keys: {
          kind: { kind: "text", pattern: /^(inSource|external)$/ },
          status: { kind: "text", pattern: /^(accepted|underReview|rejected)$/ },
          justification: filled,
        },
        required: ["kind"],
      },
    },
    // A bag of anything.
    properties: { kind: "bag" },
  },
  required: ["message"],
};
const logShape: Shape = {
  kind: "object",
  keys: {
    $schema: { kind: "text", pattern: /^https:\/\/.*sarif-schema-2\.1\.0\.json$/ },
    version: { kind: "text", pattern: /^2\.1\.0$/ },
    runs: {
      kind: "list",
      items: {
        kind: "object",
        keys: {
          tool: {
            kind: "object",
            keys: {
              driver: {
                kind: "object",
                keys: { name: filled, version: filled, rules: { kind: "list", items: rule } },
                required: ["name"],
              },
            },
            required: ["driver"],
          },
          columnKind: { kind: "text", pattern: /^(utf16CodeUnits|unicodeCodePoints)$/ },
          results: { kind: "list", items: result },
        },
        required: ["tool"],
      },
    },
  },
  required: ["version", "runs"],
};

function broken(value: unknown, shape: Shape, at: string): readonly string[] {
  switch (shape.kind) {
    case "text":
      if (typeof value !== "string") return [`${at}: no text`];
      return shape.pattern?.test(value) === false ? [`${at}: '${value}' does not fit ${shape.pattern}`] : [];
    case "integer":
      return Number.isInteger(value) && (value as number) >= shape.min
        ? []
        : [`${at}: no integer from ${shape.min} up`];
    case "bag":
      return typeof value === "object" && value !== null && !Array.isArray(value) ? [] : [`${at}: no object`];
    case "list":
      if (!Array.isArray(value)) return [`${at}: no list`];
      if (value.length < (shape.min ?? 0)) return [`${at}: fewer than ${shape.min}`];
      return value.flatMap((item, index) => broken(item, shape.items, `${at}/${index}`));
    case "object": {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${at}: no object`];
      const missing = shape.required.filter((key) => !Object.hasOwn(value, key)).map((key) => `${at}: no ${key}`);
      const inside = Object.entries(value).flatMap(([key, inner]) => {
        const own = Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined;
        return own === undefined ? [`${at}: unknown key ${key}`] : broken(inner, own, `${at}/${key}`);
      });
      return [...missing, ...inside];
    }
  }
}

interface Region {
  readonly startLine: number;
  readonly startColumn?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

interface Log {
  readonly runs: readonly Run[];
}

interface Run {
  readonly tool: { readonly driver: { readonly rules?: readonly { readonly id: string }[] } };
  readonly results?: readonly {
    readonly ruleId?: string;
    readonly ruleIndex?: number;
    readonly message: { readonly text: string };
    readonly locations?: readonly { readonly physicalLocation?: { readonly region?: Region } }[];
    readonly relatedLocations?: readonly { readonly id?: number }[];
  }[];
}

/** What the standard says in words: indexes lead to their rules, regions do not end before they begin, ids are used once. */
function inconsistent(run: Run, at: string): readonly string[] {
  const rules = run.tool.driver.rules ?? [];
  const ids = rules.map(({ id }) => id);
  const repeated = ids.length === new Set(ids).size ? [] : [`${at}: a rule stands twice`];
  const perResult = (run.results ?? []).flatMap((found, index) => {
    const here = `${at}/results/${index}`;
    const wrongRule =
      found.ruleIndex !== undefined && rules[found.ruleIndex]?.id !== found.ruleId ? [`${here}: another rule`] : [];
    const regions = (found.locations ?? []).flatMap(({ physicalLocation }) => physicalLocation?.region ?? []);
    const backwards = regions.filter(
      ({ startLine, startColumn = 1, endLine = startLine, endColumn = Number.POSITIVE_INFINITY }) =>
        endLine < startLine || (endLine === startLine && endColumn < startColumn),
    );
    const related = (found.relatedLocations ?? []).map(({ id }) => id);
    return [
      ...wrongRule,
      ...backwards.map(() => `${here}: a region ends before it begins`),
      ...(related.length === new Set(related).size ? [] : [`${here}: a related location's id stands twice`]),
      ...(hasLooseBrace(found.message.text) ? [`${here}: a brace that is neither doubled nor a placeholder`] : []),
    ];
  });
  return [...repeated, ...perResult];
}

/** §3.11.5: a brace that means itself is doubled. */
function hasLooseBrace(message: string): boolean {
  return /[{}]/.test(message.replaceAll("{{", "").replaceAll("}}", ""));
}
