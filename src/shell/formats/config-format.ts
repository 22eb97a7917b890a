// What `install` and its like need of a kind of configuration file: texts in, texts out.
import { extname } from "node:path";
import type { JsonObject } from "../../contract/json.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import type { ConfigProblem } from "../servers/configured-server.ts";
import type { JsoncNode } from "../servers/jsonc.ts";

/** Where an entry stands. */
export interface EntryPlace {
  /** The members on the way to the entries, from the root of the file. */
  readonly container: readonly string[];
  readonly name: string;
  /** The entries are items of a list, each with its name as a member. */
  readonly isList?: true;
  /** Lines that a new file begins with. */
  readonly head?: readonly string[];
}

/** What a text holds, as a tree that knows where everything stands; in TOML, of a server only its table. */
export interface ParsedText {
  /** undefined: the text is empty, or can't be read. */
  readonly root: JsoncNode | undefined;
  readonly problems: readonly ConfigProblem[];
}

export type ParseText = (file: SourceFile) => ParsedText;

/** Edits of one kind of text. Each gets a text that was parsed without problems, and leaves all else in it as it is. */
export interface ConfigFormat {
  readonly parse: ParseText;
  /** A member that is null stands for one with nothing in it. */
  readonly nullIsEmpty: boolean;
  /** The entry as it stands in the text. */
  readonly raw: (text: string, place: EntryPlace) => string | undefined;
  /** How many of the members on the way to the entries are missing. */
  readonly missingLevels: (text: string, place: EntryPlace) => number;
  /** The text with the entry in it, in place of another of its name. */
  readonly put: (text: string, place: EntryPlace, entry: JsonObject) => string;
  /** The text with what `raw` once gave, in place of the entry. */
  readonly putBack: (text: string, place: EntryPlace, raw: string) => string;
  /** @param levels how many of the members that held it go too, the innermost first, when nothing else is left in them */
  readonly remove: (text: string, place: EntryPlace, levels: number) => string;
  /** The text with `…` in place of every text and comment, but for texts at places that may be shown. */
  readonly hide: (text: string, isShown: (path: readonly (string | number)[]) => boolean) => string;
}

/** By the ending of the file's name. The parsers of TOML and YAML are loaded only for a file that needs them. */
export async function formatOf(path: string): Promise<ConfigFormat> {
  const ending = extname(path).toLowerCase();
  if (ending === ".toml") return (await import("./toml/toml-format.ts")).tomlFormat;
  if (ending === ".yaml" || ending === ".yml") return (await import("./yaml/yaml-format.ts")).yamlFormat;
  return (await import("./jsonc-format.ts")).jsoncFormat;
}
