// The keys of the files that mcp-project-manager read, `.claude/project.json` and `.haive.toml`, as the keys of ours.

type Tree = Readonly<Record<string, unknown>>;

/** What has no meaning here (serve, presets, database.prefix) is left out, as that program did. */
export function currentKeys(tree: unknown): unknown {
  const root = group(tree);
  // It allowed its part of a file of another program below `pm`.
  const { project, docker, database, worktrees, worktree, ...others } = "pm" in root ? group(root.pm) : root;
  void others;
  const places = { ...group(worktrees), ...group(worktree) };
  const { name, type } = group(project);
  const {
    compose_file,
    compose_files = compose_file === undefined ? undefined : [compose_file],
    project_name,
  } = group(docker);
  return present({
    project: some(present({ name, type })),
    docker: some(present({ compose_files, project_name })),
    database: database === undefined ? undefined : databaseKeys(group(database)),
    worktrees: worktrees === undefined && worktree === undefined ? undefined : worktreeKeys(places),
  });
}

function databaseKeys({ service, dsn, allowed, dumps_path, hooks }: Tree): Tree {
  const { postClone, preDrop } = group(hooks);
  return present({
    service,
    dsn,
    allowed,
    dumps: dumps_path,
    hooks: some(present({ post_clone: postClone, pre_drop: preDrop })),
  });
}

function worktreeKeys({ base_path, db_per_worktree, db_prefix, copy, hooks, env }: Tree): Tree {
  const { include, exclude } = group(copy);
  const { postCreate, preRemove, postRemove } = group(hooks);
  const { file, var_name } = group(env);
  return present({
    folder: base_path,
    database_per_worktree: db_per_worktree,
    database_prefix: db_prefix,
    copy: some(present({ include, exclude })),
    hooks: some(present({ post_create: postCreate, pre_remove: preRemove, post_remove: postRemove })),
    env: some(present({ file, variable: var_name })),
  });
}

function group(value: unknown): Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Tree) : {};
}

function present(tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([, value]) => value !== undefined && value !== null));
}

function some(tree: Tree): Tree | undefined {
  return Object.keys(tree).length === 0 ? undefined : tree;
}
