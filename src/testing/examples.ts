// The examples of the YAML are documentation; run as tests they stay correct.
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { type BenchOptions, openBench } from "./bench.ts";
import { type Answer, errorText } from "./read-answer.ts";

export interface ExampleCase {
  readonly tool: string;
  readonly title: string;
  /**
   * Makes the example's call, after those under `given`, on a catalog of its own.
   * @throws Error that names the part of the answer that differs from the YAML
   */
  run<Deps>(options: BenchOptions<Deps>): Promise<void>;
}

/**
 * Every example of a catalog, in catalog order:
 *
 *     it.each(examplesOf(catalog))("$tool: $title", (example) => example.run({ registry, openHost }));
 *
 * @param catalog what `generated/.cache/catalog.json` holds
 */
export function examplesOf(catalog: object): readonly ExampleCase[] {
  // The compiler wrote it; TypeScript sees only the literal types of this one JSON file.
  const { tools } = catalog as CatalogFile;
  return tools.flatMap(({ name, version, examples }) => {
    const isOlder = tools.some((other) => other.name === name && other.version > version);
    return examples.map((example) => ({
      tool: isOlder ? `${name} v${version}` : name,
      title: example.title,
      run: (options) => runExample(name, example, { ...options, ...(isOlder ? { version } : {}) }),
    }));
  });
}

/** The part of `generated/.cache/catalog.json` that is used here. */
interface CatalogFile {
  readonly tools: readonly { readonly name: string; readonly version: number; readonly examples: readonly Example[] }[];
}

interface Example {
  readonly title: string;
  readonly given: readonly {
    readonly call: string;
    readonly with: JsonObject;
    readonly keep: { readonly [name: string]: string };
  }[];
  readonly arguments: JsonObject;
  readonly result?: Json;
  readonly error?: string;
}

async function runExample<Deps>(
  tool: string,
  example: Example,
  { version, ...options }: BenchOptions<Deps> & { readonly version?: number },
): Promise<void> {
  const bench = openBench(options);
  try {
    const kept = new Map<string, Json>();
    for (const step of example.given) {
      const { result, error } = await bench.call(step.call, filledObject(step.with, kept));
      if (error !== undefined) throw new Error(`given: ${step.call} failed with ${errorText(error)}`);
      for (const [name, path] of Object.entries(step.keep)) kept.set(name, valueAt(result ?? {}, path, step.call));
    }
    const given = filledObject(example.arguments, kept);
    compare(example, await bench.call(tool, given, version === undefined ? {} : { version }));
  } finally {
    await bench.close();
  }
}

function compare(example: Example, { result, error }: Answer): void {
  if (example.error !== undefined) {
    if (error?.code === example.error) return;
    const found = error === undefined ? "a result" : errorText(error);
    throw new Error(`the example expects the error ${example.error}; the answer was ${found}`);
  }
  if (error !== undefined) throw new Error(`the call failed with ${errorText(error)}`);
  const difference = firstDifference(example.result ?? {}, result ?? {}, "result");
  if (difference !== undefined) throw new Error(`the answer differs from the example: ${difference}`);
}

/** Compares what is expected with the answer. Objects may have further members; lists may not have further items. */
function firstDifference(expected: Json, found: Json | undefined, path: string): string | undefined {
  if (Array.isArray(expected) && Array.isArray(found)) {
    if (expected.length !== found.length) return `${path} has ${found.length} items instead of ${expected.length}`;
    return firstOf(expected.map((item, index) => firstDifference(item, found[index], `${path}[${index}]`)));
  }
  if (isJsonObject(expected) && isJsonObject(found)) {
    return firstOf(
      Object.entries(expected).map(([key, value]) =>
        firstDifference(value, Object.hasOwn(found, key) ? found[key] : undefined, `${path}.${key}`),
      ),
    );
  }
  if (Object.is(expected, found)) return undefined;
  return `${path} is ${found === undefined ? "missing" : JSON.stringify(found)} instead of ${JSON.stringify(expected)}`;
}

function firstOf(differences: readonly (string | undefined)[]): string | undefined {
  return differences.find((difference) => difference !== undefined);
}

function filledObject(value: JsonObject, kept: ReadonlyMap<string, Json>): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, kept)]));
}

/** `$name` becomes the value that was kept under that name. */
function filled(value: Json, kept: ReadonlyMap<string, Json>): Json {
  if (Array.isArray(value)) return value.map((item) => filled(item, kept));
  if (isJsonObject(value)) return filledObject(value, kept);
  if (typeof value !== "string") return value;
  return (value.startsWith("$") ? kept.get(value.slice(1)) : undefined) ?? value;
}

function valueAt(content: JsonObject, path: string, call: string): Json {
  let value: Json | undefined = content;
  for (const key of path.split(".")) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  if (value === undefined) throw new Error(`given: the result of ${call} has no '${path}'`);
  return value;
}
