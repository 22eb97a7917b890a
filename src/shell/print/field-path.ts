// `--path a.b[0].c`: one field of a result. Pure.
import { isJsonObject, type Json } from "../../contract/json.ts";
import { CliError, nearHint } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted } from "../../terminal/terminal.ts";

/**
 * @param before put before what is missing: the reader of a failure should know what did not fail
 * @param path names with dots between them, places in lists as `[0]` (from the end: `[-1]`), other names as `["a.b"]`
 * @throws CliError (usage) for what is not a path; (the tool's error) for a field that is not there, with the near miss
 */
export function pickField(value: Json, path: string, before = ""): Json {
  const steps = readPath(path);
  let at = value;
  for (const [index, step] of steps.entries()) {
    const found = take(at, step);
    if (found === undefined) throw missing(at, step, steps.slice(0, index), `${before}--path '${path}'`);
    at = found;
  }
  return at;
}

type Step = string | number;

/** @throws CliError (usage) for what is not a path */
export function readPath(path: string): readonly Step[] {
  const steps: Step[] = [];
  let rest = path.startsWith("$") ? path.slice(1) : path;
  while (rest !== "") {
    const [whole, , name, place, quoted] =
      /^(\.?([^.[\]"]+)|\[(-?\d{1,9})\]|\[("(?:[^"\\]|\\.)*")\])/s.exec(rest) ?? [];
    // Between names stands a dot; the first one may have one, as jq writes it.
    const isApart = name === undefined || steps.length === 0 || rest.startsWith(".");
    if (whole === undefined || !isApart) {
      throw new CliError(`--path '${path}' can't be read at '${rest}'`, { hint: "such as a.b[0].c" });
    }
    if (name !== undefined) steps.push(name);
    else if (place !== undefined) steps.push(Number(place));
    else steps.push(nameIn(quoted ?? '""', path));
    rest = rest.slice(whole.length);
  }
  return steps;
}

function nameIn(quoted: string, path: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch (error) {
    throw new CliError(`--path '${path}' can't be read at '${quoted}'`, { cause: error });
  }
}

function take(value: Json, step: Step): Json | undefined {
  if (typeof step === "number") return Array.isArray(value) ? value.at(step) : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function missing(value: Json, step: Step, before: readonly Step[], said: string): CliError {
  const place = before.length === 0 ? "the result" : `'${before.map(stepText).join("").replace(/^\./, "")}'`;
  const refuse = (message: string, hint?: string) =>
    new CliError(`${said}: ${message}`, { exitCode: ExitCode.toolError, hint });
  if (typeof step === "number") {
    if (!Array.isArray(value)) return refuse(`${place} is not a list`);
    return refuse(`${place} has ${counted(value.length, "item")}, none at ${step}`);
  }
  if (!isJsonObject(value)) return refuse(`${place} is ${Array.isArray(value) ? "a list" : "not an object"}`);
  const names = Object.keys(value);
  const list = names.length === 0 ? undefined : `there are ${names.slice(0, maxNames).join(", ")}`;
  return refuse(`${place} has no '${step}'`, nearHint(step, names, list));
}

const maxNames = 12;

function stepText(step: Step): string {
  return typeof step === "number" ? `[${step}]` : `.${step}`;
}
