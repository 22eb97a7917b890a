// The npm packages that become parts of dist/. Finding and linking modules is most of a start, so packages of many modules,
// and those on the way of every command, cost less as parts of our chunks. The licence of each stands in
// THIRD-PARTY-NOTICES.md.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";

const require = createRequire(import.meta.url);

/** Package → path: what is imported by a path is bundled, what is imported by a name is not. */
export function bundledPackages(root) {
  const files = {
    commander: "commander/index.js",
    // 262 modules, which take longer to find than the store takes to open.
    kysely: "kysely/dist/esm/index.js",
    picocolors: "picocolors/picocolors.js",
    // Two vocabularies of a package of 55 MB: they go into chunks of their own, so that only what is used is installed.
    "gpt-tokenizer/encoding/cl100k_base": "gpt-tokenizer/esm/encoding/cl100k_base.js",
    "gpt-tokenizer/encoding/o200k_base": "gpt-tokenizer/esm/encoding/o200k_base.js",
    // Access tokens: loaded with the first one.
    jose: "jose/dist/webapi/index.js",
    // Its main file is UMD, which a bundle can't look into; this is the same as modules.
    "jsonc-parser": "jsonc-parser/lib/esm/main.js",
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, path]) => [name, join(root, "node_modules", ...path.split("/"))]),
  );
}

/** Modules of Node that a bundled CommonJS package requires; each is loaded when a member of it is first used. */
export const requiredBuiltins = {
  name: "required-builtins",
  setup(bundler) {
    bundler.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === "require-call" ? { path, namespace: "required-builtin" } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: "required-builtin" }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => process.getBuiltinModule("${path}")[name] });`,
    }));
  },
};

/**
 * Modules of Node that ours import, without the import: for one, Node reads every member of the module, which loads a dozen others. Each
 * member is read when the chunk is loaded; those of the modules that take long are functions, and are looked up when they are called.
 */
export const importedBuiltins = {
  name: "imported-builtins",
  setup(bundler) {
    bundler.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace: "imported-builtin", sideEffects: false } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: "imported-builtin" }, async ({ path }) => {
      const builtin = `process.getBuiltinModule(${JSON.stringify(path)})`;
      const names = Object.keys(await import(path)).filter((name) => name !== "default");
      const member = slowBuiltins.has(path)
        ? (name) => `(...given) => ${builtin}.${name}(...given)`
        : (name) => `/* @__PURE__ */ (() => ${builtin}.${name})()`;
      const lines = names.map((name) => `export const ${name} = ${member(name)};`);
      return { contents: [...lines, `export default /* @__PURE__ */ (() => ${builtin})();`].join("\n") };
    });
  },
};

/** Packages that are loaded with the first use of a member. Name → the clause of an import that binds all of its members. */
const atFirstUse = {
  yaml: (all) => `* as ${all}`,
  // Of CommonJS that takes over what another file exports, an import sees the default alone.
  "handlebars/runtime.js": (all) => all,
  diff: (all) => `* as ${all}`,
};

/**
 * A CommonJS package by `require`: for an import, Node looks for the names that it exports, which takes longer than loading it. What
 * other people import from the package gets these packages by ordinary imports, which their bundlers follow.
 */
export const requiredPackages = {
  name: "required-packages",
  setup(bundler) {
    bundler.onResolve({ filter: /^[a-z]/ }, ({ path }) =>
      path === "better-sqlite3" || path in atFirstUse
        ? { path, namespace: "required-package", sideEffects: false }
        : undefined,
    );
    bundler.onResolve({ filter: /^imported:/ }, ({ path }) => ({
      path: path.replace("imported:", ""),
      external: true,
    }));
    bundler.onLoad({ filter: /[\\/]src[\\/]index\.ts$/ }, async ({ path }) => {
      const loads = Object.entries(atFirstUse).map(
        ([name, clauseOf], index) => `import ${clauseOf(`all${index}`)} from "imported:${name}";
import { load as load${index} } from "${name}";
load${index}(all${index});`,
      );
      return { contents: [await readFile(path, "utf8"), ...loads].join("\n"), loader: "ts" };
    });
    bundler.onLoad({ filter: /.*/, namespace: "required-package" }, ({ path }) => {
      const required = `createRequire(import.meta.url)(${JSON.stringify(path)})`;
      const lines =
        path in atFirstUse ? membersAtFirstUse(Object.keys(require(path)), required) : [`export default ${required};`];
      return { contents: ['const { createRequire } = process.getBuiltinModule("node:module");', ...lines].join("\n") };
    });
  },
};

/**
 * Loads a package with the first use of a member: most commands that import it need it for unusual input only, or not at all.
 * A member stands for a function or a class, and is not the same object: `===` would not hold.
 */
function membersAtFirstUse(members, required) {
  const named = members.filter((name) => name !== "default" && !name.startsWith("__"));
  const proxies = named.map((name) => `export const ${name} = /* @__PURE__ */ member((all) => all.${name});`);
  return [
    "let all;",
    `export const load = (imported) => (all ??= imported ?? ${required});`,
    `const member = (of) => new Proxy(function () {}, {
  get: (_, key) => of(load())[key],
  apply: (_, self, given) => Reflect.apply(of(load()), self, given),
  construct: (_, given) => Reflect.construct(of(load()), given),
});`,
    ...proxies,
    "export default /* @__PURE__ */ member((all) => all);",
  ];
}

/** The vocabularies of the tokenizer as files of JSON beside the chunks: the engine reads them in two thirds of the time of code. */
export const vocabulariesAsJson = {
  name: "vocabularies-as-json",
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]bpeRanks[\\/]\w+\.js$/ }, ({ path }) => ({
      contents: `import file from ${JSON.stringify(`./${basename(path, ".js")}.json`)};
const { readFileSync } = process.getBuiltinModule("node:fs");
export default JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));`,
    }));
    // Its own name alone: what a bundler calls a module stands in a comment of what it writes.
    bundler.onResolve({ filter: /^\.\/\w+\.json$/ }, ({ path, importer }) =>
      /[\\/]bpeRanks[\\/]/.test(importer) ? { path, namespace: "vocabulary", pluginData: importer } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: "vocabulary" }, async ({ pluginData: code }) => {
      const { default: ranks } = await import(pathToFileURL(code).href);
      return { contents: JSON.stringify(ranks), loader: "file" };
    });
  },
};

/** What ours use of them are functions. */
const slowBuiltins = new Set(["node:crypto", "node:perf_hooks", "node:readline", "node:timers/promises"]);

/**
 * The bundler keeps comments within classes; of kysely they are a third, and each start would read them. Its names are long, too, and are
 * not shown to anybody.
 */
export const withoutComments = {
  name: "without-comments",
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]node_modules[\\/].*\.js$/ }, async ({ path }) => {
      const isKysely = /[\\/]kysely[\\/]/.test(path);
      const shorter = { minifyWhitespace: true, minifyIdentifiers: isKysely, minifySyntax: isKysely };
      const { code } = await transform(await readFile(path, "utf8"), { ...shorter, legalComments: "none" });
      return { contents: code };
    });
  },
};
