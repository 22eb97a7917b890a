// What pegboard.project.yaml may say, as data: the reader reads with it, and the editor schema is printed from it.

export type ConfigRow = { readonly description: string; readonly required?: true } & (
  | { readonly kind: "text"; readonly words?: readonly string[] }
  | { readonly kind: "texts" }
  | { readonly kind: "commands" }
  | { readonly kind: "boolean" }
  | { readonly kind: "integer"; readonly min: number; readonly max: number }
  | { readonly kind: "group"; readonly rows: ConfigRows }
  /** Any names, each with the same rows. */
  | { readonly kind: "groups"; readonly rows: ConfigRows }
);

export interface ConfigRows {
  readonly [key: string]: ConfigRow;
}

const databaseRows = {
  dsn: {
    kind: "text",
    required: true,
    description:
      "engine://user:password@host:port/database with sqlite, mysql, mariadb or postgresql as engine; sqlite:folder/file.db is relative to this file; a variable in braces behind a dollar sign comes from the environment or an env file",
  },
  service: {
    kind: "text",
    description: "Run the client programs in this service by docker compose exec; default: on this machine",
  },
  allowed: {
    kind: "texts",
    description: "Databases that tools may touch: names, or patterns with * and ?. Default: none",
  },
  dumps: { kind: "text", description: "Folder of the dumps, relative to this file; default var/dumps" },
  timeout: {
    kind: "integer",
    min: 1,
    max: 86_400,
    description: "Longest time for one command, in seconds; default 3600",
  },
  hooks: {
    kind: "group",
    description: "Commands: a list is a program and its arguments, a text is run by sh",
    rows: {
      post_clone: { kind: "commands", description: "After a clone; a failure is reported" },
      pre_drop: { kind: "commands", description: "Before a drop; a failure stops it" },
    },
  },
} as const satisfies ConfigRows;

export const configRows = {
  project: {
    kind: "group",
    description: "What it is",
    rows: {
      name: { kind: "text", description: "Name of the project" },
      type: { kind: "text", words: ["symfony", "laravel", "generic"], description: "Framework of the project" },
    },
  },
  env_files: {
    kind: "texts",
    description: "Files with variables, the first one wins; default .env.local and .env",
  },
  docker: {
    kind: "group",
    description: "How docker compose is called",
    rows: {
      compose_files: { kind: "texts", description: "Passed with -f; default: what docker compose finds" },
      project_name: { kind: "text", description: "Passed with -p" },
    },
  },
  database: { kind: "group", description: "The database server of the project", rows: databaseRows },
  databases: {
    kind: "groups",
    description: "Several servers by name; the first one is the default",
    rows: databaseRows,
  },
  worktrees: {
    kind: "group",
    description: "Where worktrees are made and what is done to them",
    rows: {
      folder: { kind: "text", required: true, description: "Folder that all worktrees are in, relative to this file" },
      database_per_worktree: { kind: "boolean", description: "workflow_create clones the default database" },
      database_prefix: { kind: "text", description: "Beginning of the clones' names; default <database>_wt_" },
      copy: {
        kind: "group",
        description: "Files that git does not have and a worktree needs",
        rows: {
          include: { kind: "texts", description: "Patterns with *, ? and **, relative to the repository" },
          exclude: { kind: "texts", description: "Patterns of what is not copied" },
        },
      },
      env: {
        kind: "group",
        description: "Where a worktree finds its database",
        rows: {
          file: { kind: "text", description: "Env file in the worktree; default .env.local" },
          variable: { kind: "text", description: "Variable with the DSN; default DATABASE_URL" },
        },
      },
      port: {
        kind: "group",
        description: "A free port for each worktree, written to the env file",
        rows: {
          variable: { kind: "text", required: true, description: "Variable that holds it, such as PORT" },
          from: { kind: "integer", min: 1024, max: 65_535, required: true, description: "Lowest port" },
          to: { kind: "integer", min: 1024, max: 65_535, required: true, description: "Highest port" },
        },
      },
      hooks: {
        kind: "group",
        description: "Commands: a list is a program and its arguments, a text is run by sh",
        rows: {
          post_create: { kind: "commands", description: "In the new worktree" },
          pre_remove: { kind: "commands", description: "In the worktree before it goes; a failure stops the removal" },
          post_remove: { kind: "commands", description: "In the repository after it went" },
        },
      },
    },
  },
} as const satisfies ConfigRows;

/** A program and its arguments; a text of the file is `sh -c <text>`. */
export type Command = readonly string[];

type ValueOf<Row> = Row extends { readonly kind: "text" }
  ? string
  : Row extends { readonly kind: "texts" }
    ? readonly string[]
    : Row extends { readonly kind: "commands" }
      ? readonly Command[]
      : Row extends { readonly kind: "boolean" }
        ? boolean
        : Row extends { readonly kind: "integer" }
          ? number
          : Row extends { readonly kind: "group"; readonly rows: infer Rows }
            ? ValuesOf<Rows>
            : Row extends { readonly kind: "groups"; readonly rows: infer Rows }
              ? { readonly [name: string]: ValuesOf<Rows> }
              : never;

type ValuesOf<Rows> = {
  readonly [Key in keyof Rows as Rows[Key] extends { readonly required: true } ? Key : never]: ValueOf<Rows[Key]>;
} & {
  readonly [Key in keyof Rows as Rows[Key] extends { readonly required: true } ? never : Key]?: ValueOf<Rows[Key]>;
};

/** What the file says; every value fits its row. */
export type ConfigValues = ValuesOf<typeof configRows>;
export type DatabaseValues = ValuesOf<typeof databaseRows>;
export type WorktreeValues = NonNullable<ConfigValues["worktrees"]>;

/** JSON Schema of pegboard.project.yaml, for editors. It accepts what `checkConfig` accepts. */
export function projectConfigSchema(): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A project's databases and worktrees: pegboard.project.yaml",
    ...groupSchema(configRows),
  };
}

function groupSchema(rows: ConfigRows): object {
  const properties = Object.entries(rows).map(([key, row]) => [
    key,
    { description: row.description, ...rowSchema(row) },
  ]);
  const required = Object.keys(rows).filter((key) => rows[key]?.required === true);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function rowSchema(row: ConfigRow): object {
  const text = { type: "string", pattern: "\\S" };
  switch (row.kind) {
    case "text":
      return row.words === undefined ? text : { enum: row.words };
    case "texts":
      return { type: "array", items: text };
    case "commands":
      return { type: "array", items: { anyOf: [text, { type: "array", items: text, minItems: 1 }] } };
    case "boolean":
      return { type: "boolean" };
    case "integer":
      return { type: "integer", minimum: row.min, maximum: row.max };
    case "group":
      return groupSchema(row.rows);
    case "groups":
      return { type: "object", additionalProperties: groupSchema(row.rows) };
  }
}
