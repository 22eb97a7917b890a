export const engineNames = ["sqlite", "mysql", "mariadb", "postgresql"] as const;
export type EngineName = (typeof engineNames)[number];

/** Where a database is, of a text such as `mysql://app:secret@127.0.0.1:3306/app?serverVersion=mariadb-10.11`. */
export type Dsn =
  | {
      readonly engine: "sqlite";
      /** As it is written: relative to the configuration's folder. */
      readonly file: string;
    }
  | {
      readonly engine: Exclude<EngineName, "sqlite">;
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
      /** Folder (postgresql) or file (mysql, mariadb) of a socket, in place of host and port. */
      readonly socket?: string;
      /** The text with another database. */
      readonly withDatabase: (database: string) => string;
    };

/** @returns what is wrong, without the text, which holds a password */
export function parseDsn(text: string): Dsn | { readonly problem: string } {
  const sqlite = /^sqlite3?:(?:\/\/\/?(?=[^/]))?(.+)$/.exec(text);
  if (sqlite?.[1] !== undefined) {
    const absolute = /^sqlite3?:\/\/\/\//.test(text);
    return { engine: "sqlite", file: absolute ? text.replace(/^sqlite3?:\/+/, "/") : sqlite[1] };
  }
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return { problem: "it is not engine://user:password@host:port/database" };
  }
  const version = url.searchParams.get("serverVersion") ?? "";
  const engine = engineOf(url.protocol, version);
  if (engine === undefined) return { problem: `its engine is not one of ${engineNames.join(", ")}` };
  let parts: readonly string[];
  try {
    parts = [url.username, url.password, url.pathname.slice(1)].map(decodeURIComponent);
  } catch {
    return { problem: "it holds a '%' that is not followed by two hexadecimal digits" };
  }
  const [user = "", password = "", database = ""] = parts;
  if (database === "") return { problem: "it names no database" };
  if (parts.some((part) => /[\0\r\n]/.test(part))) return { problem: "it holds a line break or a NUL" };
  const socket = url.searchParams.get("unix_socket") ?? url.searchParams.get("socket");
  return {
    engine,
    host: url.hostname === "" ? "127.0.0.1" : url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (engine === "postgresql" ? 5432 : 3306) : Number(url.port),
    user,
    password,
    database,
    ...(socket === null ? {} : { socket }),
    withDatabase(other) {
      const changed = new URL(text);
      changed.pathname = `/${encodeURIComponent(other)}`;
      return changed.href;
    },
  };
}

function engineOf(protocol: string, version: string): Exclude<EngineName, "sqlite"> | undefined {
  switch (protocol) {
    case "postgres:":
    case "postgresql:":
    case "pgsql:":
      return "postgresql";
    case "mariadb:":
      return "mariadb";
    case "mysql:":
    case "mysql2:":
      return /mariadb/i.test(version) ? "mariadb" : "mysql";
    default:
      return undefined;
  }
}
