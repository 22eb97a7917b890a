import { isThisMachine } from "../../contract/this-machine.ts";
import { HostUnavailable } from "../../runtime/errors.ts";

/** A model behind an API of OpenAI's kind. */
export interface ProviderSettings {
  readonly url: URL;
  readonly model: string;
  /** A secret. */
  readonly key: string | undefined;
}

/**
 * `<prefix>_URL` is the base of an API, like `http://localhost:11434/v1`, `<prefix>_MODEL` one of its models, `<prefix>_KEY` its key.
 * @param path of what is asked of the API
 * @returns undefined where neither address nor model is set
 * @throws HostUnavailable for what can't be meant
 */
export function providerSettings(
  env: Readonly<Record<string, string | undefined>>,
  prefix: string,
  path: string,
): ProviderSettings | undefined {
  const setting = (name: string) => env[`${prefix}_${name}`]?.trim() || undefined;
  const [base, model, key] = [setting("URL"), setting("MODEL"), setting("KEY")];
  if (base === undefined && model === undefined) return undefined;
  if (base === undefined) throw unusable(`${prefix}_MODEL is set and ${prefix}_URL is not`);
  if (model === undefined) throw unusable(`${prefix}_URL is set and ${prefix}_MODEL is not`);
  const url = providerUrl(base, path);
  if (url === undefined) {
    throw unusable(`${prefix}_URL is not an http or https address without a user, like http://localhost:11434/v1`);
  }
  if (key !== undefined && url.protocol !== "https:" && !isThisMachine(url.hostname)) {
    throw unusable(`${prefix}_KEY is sent over https or to this machine only; ${prefix}_URL is neither`);
  }
  return { url, model, key };
}

export function unusable(sentence: string): HostUnavailable {
  return new HostUnavailable(sentence, "never");
}

function providerUrl(base: string, path: string): URL | undefined {
  const url = URL.canParse(base) ? new URL(base) : undefined;
  // A user and a password in it would be written where addresses are written.
  if (url === undefined || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.password !== "") {
    return undefined;
  }
  const pathname = url.pathname.replace(/\/+$/, "");
  url.pathname = pathname.endsWith(`/${path}`) ? pathname : `${pathname}/${path}`;
  return url;
}
