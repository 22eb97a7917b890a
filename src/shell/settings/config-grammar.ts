import { logLevels } from "../../contract/log-level.ts";
import { details, hintWords, surfaces } from "./listing-flags.ts";
import { type NumberSetting, numberSettings } from "./numbers.ts";

// What a configuration file may say, as data: the reader reads with it, and the published JSON Schema is printed from it.

export type ConfigRow = { readonly description: string } & (
  | { readonly kind: "word"; readonly words: readonly string[] }
  | { readonly kind: "text" }
  /** At least one. */
  | { readonly kind: "texts" }
  | { readonly kind: "number"; readonly number: NumberSetting }
  | { readonly kind: "group"; readonly rows: ConfigRows }
);

export interface ConfigRows {
  readonly [key: string]: ConfigRow;
}

const tokenTypes = ["at+jwt", "jwt"] as const;

export const errorForms = ["result", "protocol"] as const;

export const configGrammar = {
  profile: { kind: "text", description: "What is listed; the catalog's default profile without it" },
  surface: { kind: "word", words: [...surfaces, "auto"], description: "How tools are listed" },
  detail: { kind: "word", words: details, description: "How much a listed tool contains" },
  hints: {
    kind: "word",
    words: hintWords,
    description: "Whether listed tools contain annotations about their effects",
  },
  allow: { kind: "texts", description: "Only tools that match one of these may be called; * is any text" },
  deny: { kind: "texts", description: "No tool that matches one of these may be called, whatever else is set" },
  errors: { kind: "word", words: errorForms, description: "How errors that the catalog declares are answered" },
  callTimeout: { kind: "number", number: numberSettings.seconds, description: "Longest time for one call, in seconds" },
  maxCalls: { kind: "number", number: numberSettings.calls, description: "Calls that run at once; 64 without it" },
  maxWaiting: {
    kind: "number",
    number: numberSettings.waiting,
    description: "Calls that wait in line; 1000 without it",
  },
  drain: {
    kind: "number",
    number: numberSettings.seconds,
    description: "How long running calls may go on at the end, in seconds",
  },
  maxResult: {
    kind: "number",
    number: numberSettings.bytes,
    description: "Longest result in bytes, as it is serialised",
  },
  logLevel: { kind: "word", words: logLevels, description: "What goes to stderr, from this level up" },
  usage: { kind: "text", description: "Folder for the counters of old names, or off; relative to this file" },
  audit: {
    kind: "group",
    description: "A line for each call: who called what, and what became of it",
    rows: {
      file: { kind: "text", description: "The file; relative to this file" },
      maxBytes: {
        kind: "number",
        number: numberSettings.auditBytes,
        description: "A file that has grown to this is put aside; 10485760 without it",
      },
      keep: {
        kind: "number",
        number: numberSettings.files,
        description: "Files put aside that are kept; 5 without it",
      },
      arguments: {
        kind: "word",
        words: ["on", "off"],
        description: "Whether arguments stand in it, without what is sensitive; off without it",
      },
    },
  },
  http: {
    kind: "group",
    description: "Serve over HTTP in place of stdio",
    rows: {
      address: { kind: "text", description: "PORT or HOST:PORT to listen at" },
      tls: {
        kind: "group",
        description: "Speak TLS, where no proxy does; the files are read again when they change",
        rows: {
          certificate: {
            kind: "text",
            description: "PEM file of the certificate and of those between it and its authority; relative to this file",
          },
          key: { kind: "text", description: "PEM file of its private key; relative to this file" },
        },
      },
      tokenFile: {
        kind: "text",
        description: "File with the bearer token that every request must carry; relative to this file",
      },
      tokens: {
        kind: "text",
        description: "File of named tokens, as `pegboard token` writes it; relative to this file",
      },
      oauth: {
        kind: "group",
        description: "Access tokens of authorization servers let clients in",
        rows: {
          issuers: { kind: "texts", description: "Authorization servers, exactly as their tokens name them (iss)" },
          resource: {
            kind: "text",
            description: "The address of MCP as clients use it: https://tools.example.org/mcp",
          },
          audiences: {
            kind: "texts",
            description: "A token must be meant for one of these (aud); the resource without it",
          },
          algorithms: { kind: "texts", description: "Signatures that are accepted, all with public keys" },
          tokenType: {
            kind: "word",
            words: tokenTypes,
            description:
              "at+jwt: only JWTs that say that they are access tokens (RFC 9068); jwt: those that don't, too",
          },
          introspection: {
            kind: "group",
            description: "The authorization server is asked about every token (RFC 7662), in place of JWTs",
            rows: {
              endpoint: { kind: "text", description: "Where it is asked" },
              clientId: { kind: "text", description: "As whom this server asks" },
              secretFile: {
                kind: "text",
                description: "File with the secret of that client; PEGBOARD_INTROSPECTION_SECRET goes before it",
              },
            },
          },
        },
      },
      rateLimit: {
        kind: "group",
        description: "How many requests each identity may send",
        rows: {
          calls: { kind: "number", number: numberSettings.calls, description: "This many …" },
          perSeconds: { kind: "number", number: numberSettings.seconds, description: "… in so many seconds" },
        },
      },
      metrics: {
        kind: "group",
        description: "Figures for Prometheus at /metrics: an address of their own, a token of their own, or both",
        rows: {
          address: { kind: "text", description: "PORT or HOST:PORT where they alone are served" },
          tokenFile: { kind: "text", description: "File with the bearer token to read them; relative to this file" },
        },
      },
      allowHosts: { kind: "texts", description: "Further host names that requests may use" },
      allowOrigins: { kind: "texts", description: "Origins whose pages may use the server" },
      sessions: {
        kind: "word",
        words: ["auto", "off"],
        description:
          "Sessions of clients before 2026-07-28, where they need one; off: any process answers every request",
      },
      sessionEvents: {
        kind: "text",
        description:
          "File in which events wait for clients of sessions that lost their connection, or memory; relative to this file",
      },
    },
  },
} as const satisfies ConfigRows;

type ValueOf<Row> = Row extends { readonly kind: "word"; readonly words: readonly (infer Word)[] }
  ? Word
  : Row extends { readonly kind: "text" }
    ? string
    : Row extends { readonly kind: "texts" }
      ? readonly string[]
      : Row extends { readonly kind: "number" }
        ? number
        : Row extends { readonly kind: "group"; readonly rows: infer Rows }
          ? ValuesOf<Rows>
          : never;

type ValuesOf<Rows> = { readonly [Key in keyof Rows]?: ValueOf<Rows[Key]> };

/** What a configuration file says; every value fits its row. */
export type ServeConfig = ValuesOf<typeof configGrammar>;

/** Keys under which people put what must not stand in a file that is shared, shown and committed. */
export const secretKeys = /^(bearer|.*(token|secret|password|passwd|credentials?|api_?key|authorization))$/i;

/** JSON Schema of a configuration file, for editors. It takes exactly what `parseConfig` takes without a word. */
export function configSchema(): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Settings of pegboard serve and pegboard call",
    ...objectSchema(configGrammar, { $schema: { type: "string" } }),
  };
}

function objectSchema(rows: ConfigRows, others: object = {}): object {
  const properties = Object.entries(rows).map(([key, row]) => [
    key,
    { description: row.description, ...rowSchema(row) },
  ]);
  return { type: "object", properties: { ...others, ...Object.fromEntries(properties) }, additionalProperties: false };
}

function rowSchema(row: ConfigRow): object {
  const text = { type: "string", pattern: "\\S" };
  switch (row.kind) {
    case "word":
      return { enum: row.words };
    case "text":
      return text;
    case "texts":
      return { type: "array", items: text, minItems: 1 };
    case "number": {
      const { least, most, whole } = row.number;
      return { type: whole ? "integer" : "number", [whole ? "minimum" : "exclusiveMinimum"]: least, maximum: most };
    }
    case "group":
      return objectSchema(row.rows);
  }
}
