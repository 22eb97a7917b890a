/** Who may import whom: the table of ARCHITECTURE.md as data. A module is a folder or file below the project's root. */
export interface Module {
  readonly name: string;
  /** Paths that belong to it; the longest match over all modules wins. */
  readonly paths: readonly string[];
  /** Modules it may import. Itself always. */
  readonly mayImport: readonly string[];
  /** Modules it may import for their types only. */
  readonly mayImportTypes?: readonly string[];
  /** Modules it may import only with `import()`. */
  readonly mayLoad?: readonly string[];
  /** npm packages it knows; `node:` stands for all of Node's own modules, `node:x` for one. */
  readonly packages?: readonly string[];
  /** npm packages it may import only with `import()` (or for their types). */
  readonly lazyPackages?: readonly string[];
}

const compilerModules = [
  "compiler/syntax",
  "compiler/edits",
  "compiler/tokens",
  "compiler/catalog",
  "compiler/resolve",
  "compiler/builtins",
  "compiler/clients",
  "compiler/json-schema",
  "compiler/schema",
  "compiler/lint",
  "compiler/emit",
  "compiler/diff",
  "compiler/rewrite",
];

export const modules: readonly Module[] = [
  { name: "contract", paths: ["src/contract"], mayImport: [] },
  // What the compiler writes of the texts that it read, and a server compares. Hashes are pure.
  { name: "source-hash", paths: ["src/contract/source-hash.ts"], mayImport: [], packages: ["node:crypto"] },
  // Name and version of the package.
  { name: "package", paths: ["package.json"], mayImport: [] },
  { name: "diagnostics", paths: ["src/diagnostics"], mayImport: ["contract"] },
  {
    name: "compiler/syntax",
    paths: ["src/compiler/syntax"],
    mayImport: ["diagnostics", "contract", "compiler/edits", "compiler/grammar"],
    packages: ["yaml", "jsonc-parser"],
  },
  {
    // The grammar of the YAML files as plain data: the parser reads with it, the editor schemas are printed from it.
    name: "compiler/grammar",
    paths: ["src/compiler/catalog/spec-grammar.ts", "src/compiler/catalog/grammar"],
    mayImport: ["contract"],
  },
  { name: "compiler/catalog", paths: ["src/compiler/catalog"], mayImport: ["diagnostics", "contract"] },
  {
    name: "compiler/resolve",
    paths: ["src/compiler/resolve"],
    mayImport: [
      "compiler/edits",
      "compiler/syntax",
      "compiler/catalog",
      "compiler/grammar",
      // Schemas that stand in YAML as they are.
      "compiler/json-schema",
      "diagnostics",
      "contract",
    ],
  },
  // The contracts of the built-in tools, written and read as any other tool's.
  {
    name: "compiler/builtins",
    paths: ["src/compiler/builtins"],
    mayImport: ["compiler/syntax", "compiler/resolve", "compiler/catalog", "diagnostics"],
  },
  // What clients and model APIs accept, as dated facts.
  { name: "compiler/clients", paths: ["src/compiler/clients"], mayImport: [] },
  // Reads JSON Schema of any draft and any server: documents, references, keywords, `allOf`, walks with places.
  { name: "compiler/json-schema", paths: ["src/compiler/json-schema"], mayImport: ["contract"] },
  {
    name: "compiler/schema",
    paths: ["src/compiler/schema"],
    mayImport: ["compiler/json-schema", "compiler/catalog", "contract", "diagnostics"],
  },
  // Edits of YAML texts that disturb neither comments nor layout: what fixes are made of.
  { name: "compiler/edits", paths: ["src/compiler/edits"], mayImport: ["diagnostics", "contract"] },
  // What a text costs a model; the tokenizer itself arrives as a function.
  {
    name: "compiler/tokens",
    paths: ["src/compiler/tokens"],
    mayImport: ["compiler/builtins", "compiler/schema", "compiler/catalog", "contract"],
  },
  {
    name: "compiler/lint",
    paths: ["src/compiler/lint"],
    // `builtins`: calls of built-in tools are held to their contracts.
    mayImport: [
      "compiler/clients",
      "compiler/builtins",
      "compiler/edits",
      "compiler/json-schema",
      "compiler/schema",
      "compiler/tokens",
      "compiler/catalog",
      "contract",
      "diagnostics",
    ],
  },
  {
    name: "compiler/emit",
    paths: ["src/compiler/emit"],
    // `tokens` makes the lists of every surface.
    mayImport: [
      "compiler/clients",
      "compiler/json-schema",
      "compiler/schema",
      "compiler/tokens",
      "compiler/catalog",
      "compiler/grammar",
      "contract",
      "source-hash",
      "diagnostics",
    ],
    packages: ["handlebars", "@sinclair/typebox-codegen", "ts-morph"],
  },
  {
    name: "compiler/diff",
    paths: ["src/compiler/diff"],
    // The linter tells what a change introduced: what it finds in the head and did not find in the base.
    mayImport: [
      "compiler/clients",
      "compiler/json-schema",
      "compiler/schema",
      "compiler/catalog",
      "compiler/lint",
      "compiler/tokens",
      "contract",
      "diagnostics",
    ],
    // Hashes are pure; nothing else of Node comes in.
    packages: ["node:crypto"],
  },
  {
    // Changes of what people wrote, as values: YAML by its positions, TypeScript by its parser.
    name: "compiler/rewrite",
    paths: ["src/compiler/rewrite"],
    mayImport: [
      "compiler/edits",
      "compiler/syntax",
      "compiler/grammar",
      "compiler/catalog",
      "compiler/emit",
      "diagnostics",
      "contract",
    ],
    // Paths as texts; nothing of the disk.
    packages: ["ts-morph", "node:path/posix"],
  },
  {
    name: "compiler",
    paths: [
      "src/compiler/compile.ts",
      "src/compiler/compile-shared.ts",
      "src/compiler/finalize-diagnostics.ts",
      "src/compiler/plan.ts",
      "src/index.ts",
    ],
    mayImport: [...compilerModules, "diagnostics", "contract"],
  },
  {
    // A foreign tools/list → schema files. It compiles what it made, so it stands above the compiler, not in it.
    name: "compiler/import",
    paths: ["src/compiler/import"],
    mayImport: [
      "compiler/clients",
      "compiler",
      "compiler/catalog",
      "compiler/grammar",
      "compiler/json-schema",
      "compiler/lint",
      "compiler/schema",
      "compiler/syntax",
      "contract",
      "diagnostics",
    ],
  },
  {
    // TypeScript files → lists of tools. What makes a model of their types is passed in.
    name: "compiler/import/typescript",
    paths: ["src/compiler/import/typescript"],
    mayImport: ["compiler/import", "contract", "diagnostics"],
    packages: ["ts-morph"],
  },
  { name: "runtime", paths: ["src/runtime"], mayImport: ["contract"] },
  {
    // SQLite behind one interface: the package, which is optional, or Node's own.
    name: "sqlite",
    paths: ["src/sqlite"],
    mayImport: ["disk", "sqlite/version"],
    packages: ["node:", "better-sqlite3"],
  },
  // Which version of the package fits this Node: `install` writes it down too.
  { name: "sqlite/version", paths: ["src/sqlite/better-sqlite3-version.ts"], mayImport: [], packages: ["node:"] },
  {
    // Messages of streams over HTTP in a file, for clients that come back: loaded where a server is started.
    name: "events",
    paths: ["src/events"],
    mayImport: ["runtime", "disk", "sqlite"],
    packages: ["node:"],
  },
  {
    name: "store",
    paths: ["src/store"],
    mayImport: ["runtime", "contract", "disk"],
    mayLoad: ["store/sqlite"],
  },
  {
    // A backend; it is loaded when a store is opened, never before.
    name: "store/sqlite",
    paths: ["src/store/sqlite"],
    mayImport: ["store", "runtime", "contract", "disk", "sqlite"],
    packages: ["node:", "kysely"],
  },
  {
    name: "services",
    paths: ["src/services"],
    mayImport: ["store", "services/namespaces", "runtime", "contract"],
    packages: ["node:"],
  },
  {
    // The vault: all cryptography of the store, and the files with its key.
    name: "services/vault",
    paths: ["src/services/vault"],
    mayImport: ["store", "runtime", "contract", "disk"],
    packages: ["node:"],
  },
  // Memories as Markdown files: texts in, texts out.
  {
    name: "services/memory-files",
    paths: ["src/services/memory-files"],
    mayImport: ["services", "services/namespaces", "store", "contract"],
    packages: ["node:", "yaml"],
  },
  // Why something of a project was not done: handlers make results of it.
  { name: "services/failure", paths: ["src/services/project-config/failure.ts"], mayImport: [] },
  {
    // Configuration files of a folder of code: found, read and held to their rows.
    name: "services/project-config",
    paths: ["src/services/project-config"],
    mayImport: ["services/failure", "contract", "disk", "process"],
    packages: ["node:", "yaml", "smol-toml"],
  },
  {
    name: "services/databases",
    paths: ["src/services/databases"],
    mayImport: ["services/project-config", "services/failure", "disk", "process"],
    mayLoad: ["services/databases/sqlite", "sqlite"],
    packages: ["node:"],
  },
  {
    // It is loaded when a configuration names the engine.
    name: "services/databases/sqlite",
    paths: ["src/services/databases/sqlite"],
    mayImport: ["services/databases", "services/project-config", "services/failure", "disk", "sqlite"],
    packages: ["node:"],
  },
  {
    // Git's worktrees, and names derived from branches.
    name: "services/worktrees",
    paths: ["src/services/worktrees"],
    mayImport: ["services/project-config", "services/failure", "disk", "process"],
    packages: ["node:"],
  },
  {
    // Worktree, database, port and env file as one transaction, with a journal.
    name: "services/workflows",
    paths: ["src/services/workflows"],
    mayImport: [
      // Whether the process that made a place still runs.
      "process",
      "services/worktrees",
      "services/databases",
      "services/project-config",
      "services/failure",
      "store",
      "contract",
      "disk",
    ],
    packages: ["node:"],
  },
  {
    // What the handlers ask of a folder of code.
    name: "services/project-places",
    paths: ["src/services/project-places"],
    mayImport: [
      "services/databases",
      "services/worktrees",
      "services/workflows",
      "services/project-config",
      "services/failure",
      "store",
      "disk",
    ],
    packages: ["node:"],
  },
  // Pure laws of names: adapters, which get no services, need them too.
  { name: "services/namespaces", paths: ["src/services/namespaces"], mayImport: [] },
  {
    name: "handlers",
    paths: ["src/handlers"],
    mayImport: ["runtime", "contract", "generated/errors", "services/namespaces", "services/failure"],
    mayImportTypes: [
      "generated/contracts",
      "services",
      "services/memory-files",
      "services/project-config",
      "services/project-places",
      "services/workflows",
      "store",
    ],
    lazyPackages: ["@toon-format/toon"],
  },
  {
    name: "server",
    paths: ["src/server"],
    mayImport: [
      "runtime",
      "contract",
      "disk",
      "server/gate",
      "server/lines",
      "server/within",
      "server/access-token",
      "server/sdk",
    ],
    packages: ["node:"],
    // pino is imported when there is something to log: most servers never say anything.
    lazyPackages: ["@modelcontextprotocol/server", "pino"],
  },
  // Imported for the first unusual request. They name what servers use of the SDK, so that a build holds no more.
  {
    name: "server/sdk",
    paths: ["src/server/sdk.ts", "src/server/sdk-stdio.ts"],
    mayImport: [],
    packages: ["@modelcontextprotocol/server"],
  },
  // Imported with the first access token. It names what it needs of jose, so that a build holds no more.
  {
    name: "server/access-token",
    paths: ["src/server/identity/access-token.ts"],
    mayImport: ["server"],
    mayImportTypes: ["runtime"],
    packages: ["jose"],
  },
  // Loaded where the operator collects traces, from the catalog's own packages: only its types are imported.
  {
    name: "server/open-tracer",
    paths: ["src/server/traces/open-tracer.ts"],
    mayImport: [],
    mayImportTypes: ["runtime"],
    packages: ["node:"],
    lazyPackages: ["@opentelemetry/api"],
  },
  // Who may speak: MCP over HTTP and the bridge ask the same.
  {
    name: "server/gate",
    paths: ["src/server/http/authorize-request.ts"],
    mayImport: [],
    packages: ["node:crypto", "node:http"],
  },
  // Waits for work, but not for ever.
  { name: "server/within", paths: ["src/server/within.ts"], mayImport: [] },
  // Cuts a stream into lines: both ends of a pipe do.
  { name: "server/lines", paths: ["src/server/lines.ts"], mayImport: [] },
  // Counters of what callers still use of all that is kept for old ones: files that many processes write at once.
  {
    name: "usage",
    paths: ["src/usage"],
    mayImport: ["contract", "disk"],
    mayImportTypes: ["runtime"],
    packages: ["node:"],
  },
  // Tools for any harness over HTTP on loopback, and the client of that: `pegboard/bridge`.
  {
    name: "bridge",
    paths: ["src/bridge"],
    mayImport: ["contract", "package", "server/gate", "server/within"],
    // Arguments of foreign schemas are judged there; the first call of a tool loads it.
    mayLoad: ["compiler/schema"],
    packages: ["node:"],
  },
  // A catalog as a part of a web application: `pegboard/http`.
  {
    name: "http",
    paths: ["src/http"],
    mayImport: ["runtime", "server", "server/within", "contract"],
    mayLoad: ["server/open-tracer"],
    packages: ["node:"],
  },
  // What a catalog's own tests call its tools with.
  { name: "testing", paths: ["src/testing"], mayImport: ["runtime", "server", "contract"] },
  // Programs that handlers start: `pegboard/process`.
  { name: "process", paths: ["src/process"], mayImport: ["disk"], packages: ["node:"] },
  {
    name: "client",
    paths: ["src/client"],
    // `process` ends what servers have started; `server/lines` cuts streams into lines.
    mayImport: ["contract", "package", "process", "server/lines", "server/within"],
    mayImportTypes: ["runtime"],
    packages: ["node:", "@modelcontextprotocol/client", "eventsource-parser"],
  },
  // Requests of imported HTTP APIs: `pegboard/api`.
  { name: "api", paths: ["src/api"], mayImport: ["runtime", "contract"] },
  {
    // A catalog in front of another server: `pegboard/gateway`. The client is loaded with the first call.
    name: "gateway",
    paths: ["src/gateway"],
    mayImport: ["client", "runtime", "contract"],
    packages: ["node:crypto"],
  },
  {
    name: "host",
    paths: ["src/host.ts"],
    mayImport: ["runtime", "contract", "services", "services/vault", "store", "disk", "generated/errors"],
    mayImportTypes: ["handlers", "services/project-places"],
    mayLoad: ["services/memory-files", "services/project-places", "generated/registry"],
    packages: ["node:"],
  },
  // What every command may see of the process, how it reports errors, exit codes: the base of `cli` and `shell`.
  {
    name: "terminal",
    paths: ["src/terminal"],
    mayImport: ["diagnostics", "contract", "disk"],
    packages: ["node:", "picocolors", "cli-table3", "diff"],
  },
  // Files replaced at once, the reasons of the system, the folders of the user.
  { name: "disk", paths: ["src/disk"], mayImport: [], packages: ["node:"] },
  {
    // For people at a shell and operators: sources of tools, calls, servers of configurations, completion, install, doctor.
    name: "shell",
    paths: ["src/shell"],
    mayImport: [
      "terminal",
      "disk",
      "sqlite/version",
      "diagnostics",
      "contract",
      "source-hash",
      // `doctor` lints what a server lists.
      "compiler/clients",
      "compiler/lint",
      // References and types of a tool's params.
      "compiler/json-schema",
      "runtime",
      "server",
      "server/gate",
      // The warm process and its commands speak in lines.
      "server/lines",
      "server/within",
      // `doctor` asks programs for their version.
      "process",
      "client",
      "bridge",
      "usage",
      "package",
    ],
    mayLoad: [
      "events",
      "generated/registry",
      "host",
      "server/open-tracer",
      "shell/lock-report",
      "shell/toml",
      "shell/yaml",
    ],
    packages: ["node:", "commander", "jsonc-parser"],
    lazyPackages: ["esbuild"],
  },
  // Clients' files in TOML and YAML: loaded when there is one.
  {
    name: "shell/toml",
    paths: ["src/shell/formats/toml"],
    mayImport: ["shell", "contract", "diagnostics"],
    packages: ["smol-toml"],
  },
  {
    name: "shell/yaml",
    paths: ["src/shell/formats/yaml"],
    mayImport: ["shell", "contract", "diagnostics"],
    packages: ["yaml"],
  },
  // Compares the tools of a server with those that were locked; loaded when something has changed.
  {
    name: "shell/lock-report",
    paths: ["src/shell/lock/lock-report.ts"],
    mayImport: ["shell", "compiler/diff", "contract", "diagnostics", "terminal"],
  },
  // The program of a server that `pegboard build` wrote.
  { name: "serve", paths: ["src/serve"], mayImport: ["shell", "terminal"], packages: ["node:", "commander"] },
  // The program of a command line that `pegboard client --cli` wrote.
  {
    name: "own-command",
    paths: ["src/own-command"],
    mayImport: ["shell", "terminal", "client", "bridge", "contract", "diagnostics"],
    packages: ["node:", "commander"],
  },
  // Commands of the workbench's own: what people do with its data. The command line only knows how they are declared.
  {
    name: "workbench",
    paths: ["src/workbench"],
    mayImport: ["contract", "terminal", "disk", "diagnostics", "shell"],
    mayImportTypes: ["handlers", "services", "services/memory-files", "services/vault"],
    mayLoad: ["host"],
    packages: ["node:", "commander"],
  },
  {
    // For authors of catalogs: init, generate, lint, diff and the like; and `main`.
    name: "cli",
    paths: ["src/cli"],
    mayImport: [
      "shell",
      "workbench",
      "terminal",
      "disk",
      "diagnostics",
      "contract",
      "compiler",
      "compiler/grammar",
      "compiler/import",
      "compiler/import/typescript",
      ...compilerModules,
      "client",
      // What `client --cli` writes about a server.
      "own-command",
      // `import --zod` runs a module in a process of its own.
      "process",
      // What `import --gateway` writes, and pins.
      "gateway",
      "usage",
      "package",
    ],
    // `usage` counts what the runtime records.
    mayImportTypes: ["runtime"],
    packages: ["node:", "commander", "chokidar", "jsonc-parser"],
    mayLoad: ["cli/script-chunks"],
    lazyPackages: ["esbuild", "gpt-tokenizer", "@sinclair/typebox-codegen"],
  },
  // Modules of a built program → scripts, as texts: by the parser of TypeScript.
  {
    name: "cli/script-chunks",
    paths: ["src/cli/script-chunks.ts"],
    mayImport: [],
    packages: ["ts-morph", "node:path"],
  },
  {
    name: "generated/contracts",
    paths: ["generated/contracts", "generated/types.ts"],
    mayImport: ["runtime"],
    packages: ["typebox"],
  },
  { name: "generated/errors", paths: ["generated/errors.ts"], mayImport: ["runtime"] },
  { name: "generated/validators", paths: ["generated/.cache/validators"], mayImport: [], mayImportTypes: ["runtime"] },
  {
    name: "generated/client",
    paths: ["generated/client.ts", "generated/.cache/client.ts"],
    mayImport: [],
    mayImportTypes: ["generated/contracts"],
  },
  // Types that prove the contracts.
  {
    name: "generated/proofs",
    paths: ["generated/.cache/proofs.ts"],
    mayImport: [],
    mayImportTypes: ["generated/contracts"],
    packages: ["typebox"],
  },
  {
    name: "generated/registry",
    // Of the docs only what a server gives to be read.
    paths: [
      "generated/registry.ts",
      "generated/.cache/registry.ts",
      "generated/.cache/handlers.ts",
      "generated/.cache/wire",
      "generated/.cache/docs/pages.js",
      "generated/.cache/docs/pages.d.ts",
    ],
    mayImport: [],
    mayImportTypes: ["generated/contracts", "generated/proofs", "runtime", "handlers"],
    mayLoad: ["generated/validators", "handlers", "generated/wire"],
  },
];

/**
 * Words of this repository's own catalog that the reusable modules must not contain: they serve anybody's catalog.
 */
export const catalogFree = [
  "src/diagnostics",
  "src/contract",
  "src/compiler",
  "src/runtime",
  "src/server",
  "src/process",
  "src/usage",
  "src/client",
  "src/bridge",
  "src/terminal",
  "src/disk",
  "src/shell",
  "src/serve",
  "src/own-command",
  "src/cli",
];
