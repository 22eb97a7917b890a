// The examples of the YAML are documentation; run as tests they can't lie.
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { type Answer, type BenchOptions, openBench } from "./bench.ts";

export interface ExampleCase {
  readonly tool: string;
  readonly title: string;
  /**
   * Makes the example's call, after those under `given`, on a catalog of its own.
   * @throws Error that says which part of the answer differs from what the YAML promises
   */
  run<Deps>(options: BenchOptions<Deps>): Promise<void>;
}

/**
 * Every example of a catalog, in catalog order:
 *
 *     it.each(examplesOf(catalog))("$tool: $title", (example) => example.run({ registry, openHost }));
 *
 * @param catalog what `generated/catalog.json` holds
 */
export function examplesOf(catalog: object): readonly ExampleCase[] {
  // The compiler wrote it; TypeScript sees only the literal types of this one JSON file.
  const { tools } = catalog as CatalogFile;
  return tools.flatMap(({ name, examples }) =>
    examples.map((example) => ({
      tool: name,
      title: example.title,
      run: (options) => runExample(name, example, options),
    })),
  );
}

/** The part of `generated/catalog.json` that is read here. */
interface CatalogFile {
  readonly tools: readonly { readonly name: string; readonly examples: readonly Example[] }[];
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

async function runExample<Deps>(tool: string, example: Example, options: BenchOptions<Deps>): Promise<void> {
  const bench = openBench(options);
  try {
    const kept = new Map<string, Json>();
    for (const step of example.given) {
      const { result, error } = await bench.call(step.call, filledObject(step.with, kept));
      if (error !== undefined) throw new Error(`given: ${step.call} failed with ${error.code}: ${error.message}`);
      for (const [name, path] of Object.entries(step.keep)) kept.set(name, valueAt(result ?? {}, path, step.call));
    }
    judge(example, await bench.call(tool, filledObject(example.arguments, kept)));
  } finally {
    await bench.close();
  }
}

function judge(example: Example, { result, error }: Answer): void {
  if (example.error !== undefined) {
    if (error?.code === example.error) return;
    const found = error === undefined ? "a result" : `${error.code}: ${error.message}`;
    throw new Error(`the example promises the error ${example.error}; the call answered with ${found}`);
  }
  if (error !== undefined) throw new Error(`the call failed with ${error.code}: ${error.message}`);
  const difference = firstDifference(example.result ?? {}, result ?? {}, "result");
  if (difference !== undefined) throw new Error(`the example promises another answer: ${difference}`);
}

/** Is everything that is promised there? Objects may hold more than was promised; lists may not. */
function firstDifference(promised: Json, found: Json | undefined, path: string): string | undefined {
  if (Array.isArray(promised) && Array.isArray(found)) {
    if (promised.length !== found.length) return `${path} has ${found.length} items instead of ${promised.length}`;
    return firstOf(promised.map((item, index) => firstDifference(item, found[index], `${path}[${index}]`)));
  }
  if (isJsonObject(promised) && isJsonObject(found)) {
    return firstOf(
      Object.entries(promised).map(([key, value]) =>
        firstDifference(value, Object.hasOwn(found, key) ? found[key] : undefined, `${path}.${key}`),
      ),
    );
  }
  if (Object.is(promised, found)) return undefined;
  return `${path} is ${found === undefined ? "missing" : JSON.stringify(found)} instead of ${JSON.stringify(promised)}`;
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
