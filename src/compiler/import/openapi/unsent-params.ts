// Which params of a document no request can carry.

import type { FormReading } from "./read-form.ts";

/** @returns undefined for a param that is sent */
export function whyUnsent(place: FormReading["place"], name: string, path: string): string | undefined {
  if (place === "path") return namesInPath(path).has(name) ? undefined : `the path has no '{${name}}'`;
  if (place !== "header") return undefined;
  if (!headerName.test(name)) return `'${name}' can't be the name of a header`;
  if (ofDocument.has(name.toLowerCase())) return `OpenAPI ignores a header param '${name}'`;
  return ofClient.has(name.toLowerCase()) ? `the header '${name}' is the HTTP client's to say` : undefined;
}

export function namesInPath(path: string): ReadonlySet<string> {
  return new Set([...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? []));
}

/** @see RFC 9110, 5.6.2, "token" */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Media types and security schemes say them. @see OpenAPI 3.1, 4.8.12.2, "name" */
const ofDocument: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

/** They describe the connection and the message on it; `fetch` refuses some, and hangs on others. */
const ofClient: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
