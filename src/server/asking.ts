import { isJsonObject } from "../contract/json.ts";

/** What a client can be asked while a call runs, and how. */
export interface Asking {
  /** The question is a result that the client answers with another request, or a request of the server. */
  readonly by: "result" | "request";
  /** Forms and yes-or-no questions for the user. */
  readonly forms: boolean;
  /** Addresses that the user opens. */
  readonly urls: boolean;
  /** Texts by the client's model. */
  readonly samples: boolean;
  /** The folders that the client works in. */
  readonly roots: boolean;
}

/** @param declared the client's capabilities @returns undefined: it can't be asked anything */
export function askingOf(isModern: boolean, declared: unknown): Asking | undefined {
  if (!isJsonObject(declared)) return undefined;
  const { elicitation, sampling, roots: folders } = declared;
  const urls = isJsonObject(elicitation) && elicitation.url !== undefined;
  // An empty declaration means forms, as before there were modes.
  const forms = isJsonObject(elicitation) && (elicitation.form !== undefined || !urls);
  const samples = isJsonObject(sampling);
  const roots = isJsonObject(folders);
  if (!forms && !urls && !samples && !roots) return undefined;
  return { by: isModern ? "result" : "request", forms, urls, samples, roots };
}
