import { BrokenSchema, checkArguments } from "../../bridge/check-arguments.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import { setOwn } from "../../contract/own-property.ts";
import { visible, visibleText } from "../../diagnostics/display-text.ts";
import type { Prompts } from "../../terminal/open-prompts.ts";
import { type FormField, fieldLines, fieldSchema, fieldValue, formFields, shownValue } from "./form-fields.ts";

/** An answer without values. */
class Ended extends Error {
  override readonly name = "Ended";
  readonly action: "decline" | "cancel";

  constructor(action: Ended["action"]) {
    super(action);
    this.action = action;
  }
}

/** Asks field by field, shows what was filled in, and sends nothing without a yes. @returns the result of `elicitation/create` */
export async function askForm(prompts: Prompts, server: string, params: JsonObject): Promise<JsonObject> {
  const fields = formFields(params.requestedSchema);
  prompts.say(`'${visible(server)}' asks:`);
  prompts.say(visibleText(String(params.message ?? "")).replaceAll(/^/gm, "  "));
  if (fields === undefined) {
    prompts.say("Its form is not one that can be filled in here: cancelled.");
    return { action: "cancel" };
  }
  if (fields.length > 0) {
    prompts.say(
      "An empty line takes the value in brackets, or skips. /skip leaves it out; /decline and /cancel end it.",
    );
  }
  try {
    for (;;) {
      const content = await fill(prompts, fields);
      for (const [name, value] of Object.entries(content)) prompts.say(`  ${visible(name)}: ${shownValue(value)}`);
      const choice = await sendOrNot(prompts, server);
      if (choice === "send") return { action: "accept", content };
      if (choice !== "edit") return { action: choice };
    }
  } catch (error) {
    if (error instanceof Ended) return { action: error.action };
    throw error;
  }
}

async function fill(prompts: Prompts, fields: readonly FormField[]): Promise<JsonObject> {
  const content: { [name: string]: Json } = {};
  for (const field of fields) {
    const { above, prompt } = fieldLines(field);
    for (const line of above) prompts.say(line);
    const value = await askField(prompts, field, prompt);
    if (value !== undefined) setOwn(content, field.name, value);
  }
  return content;
}

/** @returns undefined: it was left out */
async function askField(prompts: Prompts, field: FormField, prompt: string): Promise<Json | undefined> {
  for (;;) {
    const line = await prompts.ask(prompt);
    if (line === undefined || line.trim() === "/cancel") throw new Ended("cancel");
    if (line.trim() === "/decline") throw new Ended("decline");
    const isLeftOut = line.trim() === "/skip";
    const value = isLeftOut ? undefined : line.trim() === "" ? field.schema.default : fieldValue(line, field);
    if (value === undefined) {
      if (!field.isRequired) return undefined;
      prompts.say("  it is required");
      continue;
    }
    const issue = await issueOf(field, value);
    if (issue === undefined) return value;
    prompts.say(`  ${visible(issue)}`);
  }
}

async function issueOf(field: FormField, value: Json): Promise<string | undefined> {
  const given: { [name: string]: Json } = {};
  setOwn(given, field.name, value);
  try {
    const [issue] = await checkArguments(fieldSchema(field), given);
    return issue === undefined ? undefined : `expected ${issue.expected}, found ${issue.found}`;
  } catch (error) {
    // What can't be judged is the server's to judge.
    if (error instanceof BrokenSchema) return undefined;
    throw error;
  }
}

async function sendOrNot(prompts: Prompts, server: string): Promise<"send" | "edit" | "decline" | "cancel"> {
  for (;;) {
    const line = await prompts.ask(`Send it to '${visible(server)}'? [y]es, [e]dit, [d]ecline, [c]ancel: `);
    if (line === undefined) return "cancel";
    const found = answers.get(line.trim().toLowerCase());
    if (found !== undefined) return found;
  }
}

const answers: ReadonlyMap<string, "send" | "edit" | "decline" | "cancel"> = new Map([
  ["y", "send"],
  ["yes", "send"],
  ["e", "edit"],
  ["edit", "edit"],
  ["d", "decline"],
  ["decline", "decline"],
  ["/decline", "decline"],
  ["n", "decline"],
  ["no", "decline"],
  ["c", "cancel"],
  ["cancel", "cancel"],
  ["/cancel", "cancel"],
]);
