// Arguments near a JSON Schema of anybody: some that it takes, and some that miss it by little.

/** @param random of `createRandom` */
export function sampleArguments(schema, random) {
  const given = sample(schema, schema, random, 0);
  const object = typeof given === "object" && given !== null && !Array.isArray(given) ? given : {};
  return random.chance(0.5) ? object : missed(object, random);
}

const maxDepth = 6;

function sample(schema, root, random, depth) {
  if (schema === true || schema === undefined || depth > maxDepth) return random.pick(["x", 1, true, null]);
  if (typeof schema !== "object" || schema === null) return null;
  if (typeof schema.$ref === "string") return sample(target(schema.$ref, root), root, random, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return random.pick(schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options) && options.length > 0) return sample(random.pick(options), root, random, depth + 1);
  if (Array.isArray(schema.allOf))
    return sample({ ...Object.assign({}, ...schema.allOf), ...schema, allOf: undefined }, root, random, depth + 1);
  const type = Array.isArray(schema.type)
    ? random.pick(schema.type)
    : (schema.type ?? (schema.properties ? "object" : undefined));
  switch (type) {
    case "object":
      return sampleObject(schema, root, random, depth);
    case "array": {
      const least = schema.minItems ?? 0;
      const length = Math.max(least, Math.min(schema.maxItems ?? 3, random.integer(4)));
      return Array.from({ length }, () => sample(schema.items, root, random, depth + 1));
    }
    case "integer":
      return Math.round(sampleNumber(schema, random));
    case "number":
      return sampleNumber(schema, random);
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case "string":
      return sampleText(schema, random);
    default:
      return random.pick(["x", 1, true, { a: 1 }, [1]]);
  }
}

function sampleObject(schema, root, random, depth) {
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.has(name) || random.chance(depth > 2 ? 0.2 : 0.4),
  );
  return Object.fromEntries(members.map(([name, property]) => [name, sample(property, root, random, depth + 1)]));
}

function sampleNumber({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }, random) {
  const low = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
  const high = maximum ?? (exclusiveMaximum === undefined ? low + 100 : exclusiveMaximum - 1);
  return random.pick([low, high, low + random.integer(Math.min(1000, Math.max(1, high - low + 1)))]);
}

const formats = {
  uri: "https://example.com/a",
  url: "https://example.com/a",
  email: "a@example.com",
  date: "2026-01-31",
  "date-time": "2026-01-31T10:00:00Z",
  uuid: "5f3c1c1e-8a2b-4c3d-9e4f-5a6b7c8d9e0f",
};

function sampleText({ minLength = 0, maxLength = Infinity, format }, random) {
  const text =
    formats[format] ??
    random.pick(["a", "some words", " spaced ", "Ünï 💡", "2026-01-31", "https://example.com", "A_b-c.d", ""]);
  return Array.from(text.padEnd(minLength, "x")).slice(0, maxLength).join("");
}

/** The same with one thing changed, somewhere. */
function missed(given, random) {
  const names = Object.keys(given);
  const name = random.pick(names);
  switch (random.integer(names.length === 0 ? 1 : 4)) {
    case 0:
      return { ...given, [random.pick(["extra", "max_results", "__proto", "Query"])]: random.pick([1, "x", null]) };
    case 1: {
      const { [name]: _, ...rest } = given;
      return rest;
    }
    case 2: {
      const inner = given[name];
      const isObject = typeof inner === "object" && inner !== null && !Array.isArray(inner);
      return {
        ...given,
        [name]: isObject ? missed(inner, random) : random.pick([null, 1.5, -1e9, "x".repeat(3000), "", [], {}, true]),
      };
    }
    default:
      return { ...given, [name]: random.pick([null, "5", 5, [given[name]], { value: given[name] }]) };
  }
}

function target(ref, root) {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return true;
  const keys = ref
    .slice(2)
    .split("/")
    .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce((part, key) => part?.[key], root) ?? true;
}
