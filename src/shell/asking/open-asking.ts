// What servers may ask of the person at the terminal, of a model, and of this command: said when a server is reached.
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Asked, Offers, Root } from "../../client/offers.ts";
import { AskRefused } from "../../client/server-connection.ts";
import type { JsonObject } from "../../contract/json.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { canPrompt, openPrompts, type Prompts } from "../../terminal/open-prompts.ts";
import { printWarning, type Terminal } from "../../terminal/terminal.ts";
import type { Sampler } from "./read-sampler.ts";

export interface AskingOptions {
  /** Folders that servers learn of. */
  readonly root?: readonly string[];
  /** What answers requests for a model: a program, or the address of an API. */
  readonly sampler?: string;
  /** A request for a model goes to the sampler without a question. */
  readonly yes?: true;
}

export interface Asking {
  readonly offers: Offers;
  /** @throws AskRefused */
  readonly answer: (server: string, params: JsonObject, asked: Asked) => Promise<JsonObject>;
}

/** @throws CliError for a root that is not a folder, and for a sampler that can't be one */
export async function openAsking(terminal: Terminal, options: AskingOptions): Promise<Asking> {
  const hasPerson = canPrompt(terminal);
  const roots = await Promise.all((options.root ?? []).map((folder) => rootOf(terminal, folder)));
  const named = options.sampler ?? (terminal.env.PEGBOARD_SAMPLER || undefined);
  const sampler = named === undefined ? undefined : (await import("./read-sampler.ts")).readSampler(terminal, named);
  const offers: Offers = {
    ...(hasPerson && { elicitation: { form: true, url: true } }),
    ...((hasPerson || sampler !== undefined) && { sampling: true }),
    ...(roots.length > 0 && { roots }),
  };
  /** One question at a time: a server may ask several at once. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    offers,
    answer(server, params, asked) {
      const next = last.then(() =>
        put({ terminal, hasPerson, sampler, isApproved: options.yes === true }, server, params, asked),
      );
      last = next.catch(() => undefined);
      return next;
    },
  };
}

interface Scene {
  readonly terminal: Terminal;
  readonly hasPerson: boolean;
  readonly sampler: Sampler | undefined;
  readonly isApproved: boolean;
}

async function put(scene: Scene, server: string, params: JsonObject, asked: Asked): Promise<JsonObject> {
  const { terminal, hasPerson, sampler, isApproved } = scene;
  if (asked.method === "sampling/createMessage") {
    const { answerRequest } = await import("./answer-request.ts");
    const request = { server, params, sampler, isApproved };
    if (!hasPerson) return answerRequest(terminal, undefined, request);
    return during(terminal, (prompts) => answerRequest(terminal, prompts, request));
  }
  if (!hasPerson) {
    printWarning(terminal, `'${server}' asks you something and there is no terminal to answer on: cancelled`);
    return { action: "cancel" };
  }
  return during(terminal, async (prompts) => {
    if (params.mode === "url") return (await import("./ask-address.ts")).askAddress(prompts, server, params, asked);
    return (await import("./ask-form.ts")).askForm(prompts, server, params);
  });
}

async function during(terminal: Terminal, work: (prompts: Prompts) => Promise<JsonObject>): Promise<JsonObject> {
  // The progress of the call stands on this line.
  terminal.stderr.write("\r\u001b[2K");
  const prompts = openPrompts(terminal);
  try {
    return await work(prompts);
  } catch (error) {
    if (error instanceof AskRefused) prompts.say(error.message);
    throw error;
  } finally {
    prompts.close();
  }
}

async function rootOf({ cwd }: Pick<Terminal, "cwd">, folder: string): Promise<Root> {
  const path = resolve(cwd, folder);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) throw new CliError(`--root: '${folder}' is not a folder`);
  return { uri: pathToFileURL(path).href, name: basename(path) || path };
}
