// Texts with variables in them, as the clients write them: read as pieces, written as another client would.
import type { ClientName } from "../servers/client-names.ts";

export type Piece =
  | { readonly kind: "text"; readonly text: string }
  /** A variable of the client's environment. */
  | { readonly kind: "variable"; readonly name: string; readonly standIn: string | undefined }
  /** Something that only some clients fill in, such as the folder of the workspace. */
  | { readonly kind: "special"; readonly text: string };

interface Spelling {
  /** What is not a plain text; undefined: everything is. */
  readonly form: RegExp | undefined;
  readonly read: (found: string) => Piece;
  /** undefined: it can't be written. */
  readonly write: (name: string, standIn: string | undefined) => string | undefined;
}

const braces = /\$\{[^}]*\}/g;
const special = (text: string): Piece => ({ kind: "special", text });
const variable = (name: string, standIn?: string): Piece => ({ kind: "variable", name, standIn });

/** `${env:NAME}`, and what the editor fills in. */
const editor: Spelling = {
  form: braces,
  read: (found) => {
    const [, name] = /^\$\{env:([^}]*)\}$/.exec(found) ?? [];
    return name === undefined ? special(found) : variable(name);
  },
  write: (name, standIn) => (standIn === undefined ? `\${env:${name}}` : undefined),
};

function shell({ hasStandIns }: { readonly hasStandIns: boolean }): Spelling {
  return {
    form: braces,
    read: (found) => {
      const [, name, standIn] = /^\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}$/.exec(found) ?? [];
      return name === undefined || places.test(name) ? special(found) : variable(name, standIn);
    },
    write: (name, standIn) => {
      if (standIn !== undefined && !hasStandIns) return undefined;
      return standIn === undefined ? `\${${name}}` : `\${${name}:-${standIn}}`;
    },
  };
}

/** What editors fill in by itself; the others would take it for a variable. */
const places = /^(userHome|workspaceFolder|workspaceFolderBasename|cwd|pathSeparator)$/;

const plain: Spelling = { form: undefined, read: special, write: () => undefined };

const spellings: Readonly<Record<ClientName, Spelling>> = {
  "claude-code": shell({ hasStandIns: true }),
  cursor: editor,
  vscode: editor,
  "claude-desktop": plain,
  codex: plain,
  windsurf: editor,
  "gemini-cli": {
    form: /\$\{[A-Za-z_][A-Za-z0-9_]*\}|\$[A-Za-z_][A-Za-z0-9_]*/g,
    read: (found) => variable(found.replaceAll(/[${}]/g, "")),
    write: (name, standIn) => (standIn === undefined ? `\${${name}}` : undefined),
  },
  zed: plain,
  opencode: {
    form: /\{(?:env|file):[^}]*\}/g,
    read: (found) => (found.startsWith("{env:") ? variable(found.slice(5, -1)) : special(found)),
    write: (name, standIn) => (standIn === undefined ? `{env:${name}}` : undefined),
  },
  goose: plain,
  continue: {
    form: /\$\{\{[^}]*\}\}/g,
    read: (found) => {
      const [, name] = /^\$\{\{\s*secrets\.([A-Za-z0-9_]+)\s*\}\}$/.exec(found) ?? [];
      return name === undefined ? special(found) : variable(name);
    },
    write: (name, standIn) => (standIn === undefined ? `\${{ secrets.${name} }}` : undefined),
  },
  "lm-studio": plain,
  "copilot-cli": shell({ hasStandIns: false }),
};

export function piecesIn(text: string, client: ClientName): readonly Piece[] {
  const { form, read } = spellings[client];
  if (form === undefined) return text === "" ? [] : [{ kind: "text", text }];
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(form)) {
    if (index > at) pieces.push({ kind: "text", text: text.slice(at, index) });
    pieces.push(read(found));
    at = index + found.length;
  }
  if (at < text.length) pieces.push({ kind: "text", text: text.slice(at) });
  return pieces;
}

/** Clients that fill in the same things beside variables. */
const editors: readonly ClientName[] = ["cursor", "vscode"];

/**
 * The text as another client writes it.
 * @returns a problem, said of the text, where that client has no way
 */
export function writtenFor(
  pieces: readonly Piece[],
  from: ClientName,
  to: ClientName,
): { readonly text: string } | { readonly problem: string } {
  const { form, write } = spellings[to];
  let text = "";
  for (const piece of pieces) {
    if (piece.kind === "text") {
      // It would be taken for a variable there.
      if (form !== undefined && piece.text.search(form) >= 0) return { problem: "has a text that it would fill in" };
      text += piece.text;
    } else if (piece.kind === "special") {
      if (!editors.includes(from) || !editors.includes(to) || piece.text.startsWith("${input:")) {
        return { problem: `uses ${piece.text}, which it does not know` };
      }
      text += piece.text;
    } else {
      const written = write(piece.name, piece.standIn);
      if (written === undefined) return { problem: `needs the variable ${piece.name}, which it can't hand on so` };
      text += written;
    }
  }
  return { text };
}
