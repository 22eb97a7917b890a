import { AskRefused } from "../../client/server-connection.ts";
import type { JsonObject } from "../../contract/json.ts";
import { visible, visibleText } from "../../diagnostics/display-text.ts";
import type { Prompts } from "../../terminal/open-prompts.ts";
import { printWarning, type Terminal } from "../../terminal/terminal.ts";
import { type Sampler, textMessages } from "./read-sampler.ts";

interface Request {
  readonly server: string;
  readonly params: JsonObject;
  readonly sampler: Sampler | undefined;
  readonly isApproved: boolean;
}

/**
 * A server asks a model. What answers is the sampler, after a yes where there is a person to give one, else the person.
 * @returns the result of `sampling/createMessage`
 * @throws AskRefused
 */
export async function answerRequest(
  terminal: Terminal,
  prompts: Prompts | undefined,
  { server, params, sampler, isApproved }: Request,
): Promise<JsonObject> {
  const messages = readMessages(params, server);
  if (params.tools !== undefined) throw new AskRefused("a request with tools can't be answered");
  if (prompts === undefined || (sampler !== undefined && isApproved)) {
    if (sampler === undefined) throw new AskRefused("there is no model here: --sampler names what answers");
    return sampled(terminal, sampler);
  }
  prompts.say(`'${visible(server)}' asks a model:`);
  const system = typeof params.systemPrompt === "string" ? [`system: ${params.systemPrompt}`] : [];
  const lines = [...system, ...messages.map(({ role, text }) => `${role}: ${text}`)];
  for (const line of lines) prompts.say(visibleText(line).replaceAll(/^/gm, "  "));
  if (sampler !== undefined) {
    const answer = await prompts.ask(`Send it to ${visible(sampler.title)}? [y/N] `);
    if (!/^\s*y(es)?\s*$/i.test(answer ?? "")) throw new AskRefused("the user refused the request");
    return sampled(terminal, sampler);
  }
  prompts.say("Type the answer, and then a line with a dot. /decline refuses.");
  const typed: string[] = [];
  for (;;) {
    const line = await prompts.ask("> ");
    if (line === undefined || line.trim() === "/decline") throw new AskRefused("the user refused the request");
    if (line.trim() === ".") return result("typed by the user", typed.join("\n"));
    typed.push(line);
  }

  async function sampled({ stderr }: Terminal, by: Sampler): Promise<JsonObject> {
    try {
      const { model, text } = await by.answer(params);
      return result(model, text);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      printWarning({ ...terminal, stderr }, `${by.title} ${reason}`);
      throw new AskRefused("the model did not answer");
    }
  }
}

function readMessages({ messages }: JsonObject, server: string) {
  try {
    return textMessages(messages);
  } catch (error) {
    throw new AskRefused(`the request of '${server}' can't be answered: only texts can`, { cause: error });
  }
}

function result(model: string, text: string): JsonObject {
  return { role: "assistant", model, content: { type: "text", text }, stopReason: "endTurn" };
}
