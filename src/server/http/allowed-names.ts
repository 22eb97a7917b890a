// Host names and origins that an operator allows. Each is compared with what requests say, so that another spelling would never match.
import { quoteName } from "../../contract/found.ts";

/** Why a name can't be allowed. */
export interface NameIssue {
  /** Continues a sentence that begins with the option. */
  readonly message: string;
  readonly hint: string;
}

/** As the header `Host` has it, without the port. */
const hostForm = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/i;

export function hostIssue(host: string): NameIssue | undefined {
  if (hostForm.test(host)) return undefined;
  const meant = [host, `http://${host}`, `http://[${host}]`]
    .map((text) => (URL.canParse(text) ? new URL(text).hostname : ""))
    .find((name) => hostForm.test(name));
  return {
    message: `takes a host name without a scheme or a port, not ${quoteName(host)}`,
    hint: `such as ${meant ?? "tools.example.org"}`,
  };
}

/** As browsers write it. */
export function originIssue(origin: string): NameIssue | undefined {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  const meant = url === undefined || url.host === "" ? undefined : `${url.protocol}//${url.host}`;
  if (meant !== undefined && origin.toLowerCase() === meant) return undefined;
  return {
    message: `takes a scheme and a host, not ${quoteName(origin)}`,
    hint: `such as ${meant ?? "https://tools.example.org"}`,
  };
}
