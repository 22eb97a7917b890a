// A small client of `yaml-language-server`, the program behind YAML in VS Code, Neovim, Zed and others: it opens files as an
// editor does and asks what the editor would show. Every wait is bounded and the program is ended with the client.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

export interface Position {
  /** From 0, as the protocol counts. */
  readonly line: number;
  readonly character: number;
}

export interface Problem {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly message: string;
  readonly severity: number;
  readonly source?: string;
}

export interface Completion {
  readonly label: string;
  readonly insertText?: string;
  readonly documentation?: string | { readonly value: string };
}

export interface YamlServer {
  /** Opens a file, or gives it another text. */
  readonly open: (path: string, text: string) => void;
  /** The same, and waits for what is wrong with it. */
  readonly problems: (path: string, text: string) => Promise<readonly Problem[]>;
  /** What an editor offers at a place of a file that was opened. */
  readonly completions: (path: string, at: Position) => Promise<readonly Completion[]>;
  /** The hover text at a place, "" when there is none. */
  readonly hover: (path: string, at: Position) => Promise<string>;
  readonly close: () => Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

const patienceMs = 20_000;

/**
 * @param root folder that the editor has open
 * @param schemas `yaml.schemas` of its settings: schema → globs of files
 */
export async function openYamlServer(
  root: string,
  schemas: Readonly<Record<string, readonly string[]>> = {},
): Promise<YamlServer> {
  const manifest = createRequire(import.meta.url).resolve("yaml-language-server/package.json");
  const bin = join(dirname(manifest), "bin", "yaml-language-server");
  const child = spawn(process.execPath, [bin, "--stdio"], { cwd: root });
  const settings = {
    // Nothing is fetched: a schema that is not on disk is an error of the test.
    yaml: { schemaStore: { enable: false, url: "" }, validate: true, hover: true, completion: true, schemas },
  };
  const published = new Map<string, { readonly problems: readonly Problem[] }>();
  const listeners = new Set<() => void>();
  const answers = new Map<number, (message: Message) => void>();
  const versions = new Map<string, number>();
  let configured = false;
  let gone = false;
  let nextId = 1;

  const look = (): void => {
    for (const listener of [...listeners]) listener();
  };
  child.once("exit", () => {
    gone = true;
    look();
  });
  readMessages(child, (message) => {
    if (message.method === "workspace/configuration" && message.id !== undefined) {
      const { items } = message.params as { items: readonly { section?: string }[] };
      const result = items.map(({ section }) => (section === "yaml" ? settings.yaml : undefined) ?? {});
      write({ id: message.id, result });
      configured = true;
    } else if (message.method === "textDocument/publishDiagnostics") {
      const { uri, version, diagnostics } = message.params as {
        uri: string;
        version?: number;
        diagnostics: readonly Problem[];
      };
      // What is said of an older text comes too late.
      if (version === undefined || version === versions.get(uri)) published.set(uri, { problems: diagnostics });
    } else if (message.method !== undefined && message.id !== undefined) {
      write({ id: message.id, result: null });
    } else if (message.id !== undefined) {
      answers.get(message.id)?.(message);
      answers.delete(message.id);
    }
    look();
  });

  await request("initialize", {
    processId: process.pid,
    rootUri: uriOf(""),
    workspaceFolders: [{ uri: uriOf(""), name: "catalog" }],
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true, didChangeConfiguration: { dynamicRegistration: true } },
      textDocument: {
        completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
        hover: { contentFormat: ["markdown"] },
        publishDiagnostics: { versionSupport: true },
      },
    },
  });
  write({ method: "initialized", params: {} });
  write({ method: "workspace/didChangeConfiguration", params: { settings } });
  await until("its configuration is asked for", () => (configured ? true : undefined));

  return {
    open,
    async problems(path, text) {
      open(path, text);
      const { problems } = await until(`the problems of ${path}`, () => published.get(uriOf(path)));
      return problems;
    },
    async completions(path, position) {
      const result = await request("textDocument/completion", { textDocument: { uri: uriOf(path) }, position });
      return (result as { items: readonly Completion[] } | null)?.items ?? [];
    },
    async hover(path, position) {
      const result = await request("textDocument/hover", { textDocument: { uri: uriOf(path) }, position });
      return (result as { contents: { value: string } } | null)?.contents.value ?? "";
    },
    async close() {
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      child.kill("SIGKILL");
      await ended;
    },
  };

  function open(path: string, text: string): void {
    const uri = uriOf(path);
    const version = (versions.get(uri) ?? 0) + 1;
    versions.set(uri, version);
    published.delete(uri);
    const [method, params] =
      version === 1
        ? ["textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version, text } }]
        : ["textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] }];
    write({ method, params });
  }

  function uriOf(path: string): string {
    return pathToFileURL(join(root, path)).href;
  }

  function write(message: object): void {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    child.stdin.write(body);
  }

  async function request(method: string, params: object): Promise<unknown> {
    const id = nextId++;
    let answer: Message | undefined;
    answers.set(id, (message) => {
      answer = message;
    });
    write({ id, method, params });
    const { result, error } = await until(`an answer to ${method}`, () => answer);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** Waits for a value that some message brings. */
  function until<T>(what: string, find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        listeners.delete(check);
        clearTimeout(timer);
        finish();
      };
      const check = (): void => {
        const value = find();
        if (value !== undefined) settle(() => resolve(value));
        else if (gone) settle(() => reject(new Error(`the server ended while waiting for ${what}`)));
      };
      const timer = setTimeout(() => settle(() => reject(new Error(`no sign of ${what}`))), patienceMs);
      listeners.add(check);
      check();
    });
  }
}

/** Takes the stream of the language server protocol apart: a header with a length, an empty line, that many bytes. */
function readMessages(child: ChildProcessWithoutNullStreams, onMessage: (message: Message) => void): void {
  let buffer = Buffer.alloc(0);
  child.stdout.on("data", (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const end = buffer.indexOf("\r\n\r\n");
      if (end === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(buffer.toString("latin1", 0, end))?.[1]);
      if (buffer.length < end + 4 + length) return;
      const body = buffer.toString("utf8", end + 4, end + 4 + length);
      buffer = buffer.subarray(end + 4 + length);
      onMessage(JSON.parse(body) as Message);
    }
  });
}
