// Parts of packages that a built server would hold without using them.
import type { Plugin } from "esbuild";

const validator = `import process from "node:process";

export { process };
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error("this build holds no validator of JSON Schema for the SDK");
  }
}
`;

const threads = `module.exports = class ThreadStream {
  constructor() {
    throw new Error("this build holds no transports of pino: give it a stream to write to");
  }
};
`;

/**
 * Modules that are replaced.
 * - The SDK's default validator is Ajv, 150 kB. Only `Server.elicitInput` uses it, which we don't call: replies of users are held against
 *   the catalog's own schemas.
 * - A transport of pino runs in a thread, 12 kB, whose file pino looks for beside its own. A build has no such file. Our own log has none,
 *   and the error says what a handler's pino needs.
 */
const replaced: ReadonlyMap<string, string> = new Map([
  ["@modelcontextprotocol/server/_shims", validator],
  ["thread-stream", threads],
]);

export const withoutUnused: Plugin = {
  name: "without-unused",
  setup(bundler) {
    const namespace = "without-unused";
    for (const [name, contents] of replaced) {
      const filter = new RegExp(`^${name}$`);
      bundler.onResolve({ filter }, ({ path }) => ({ path, namespace }));
      bundler.onLoad({ filter, namespace }, () => ({ contents }));
    }
  },
};

/** What of the SDK's own files keeps a bundler from leaving out what is not used, put in other words. Where the SDK has other words, it is all kept. */
export function easilyLeftOut(path: string, text: string): string {
  if (!/[\\/]@modelcontextprotocol[\\/]server[\\/]/.test(path)) return text;
  return withoutMcpServer(withoutSpecTypes(text));
}

/**
 * `McpServer` is 20 kB, and all that the SDK does with it here is to ask whether a server is one. It differs by its member `server`,
 * which a `Server` has not.
 */
function withoutMcpServer(text: string): string {
  return text.replaceAll(/\bproduct instanceof McpServer\b/g, '("server" in product)');
}

/** The registry of the schemas of all types of the protocol, 10 kB, is filled by loops: now by the call that makes it, which says that it does nothing else. */
function withoutSpecTypes(text: string): string {
  const loops = /^(?:for \(const .*\) register\(.*\);\n)+/m.exec(text)?.[0];
  const made = ["_specTypeSchemas", "_isSpecType"].map((name) => ({ name, frozen: `= Object.freeze(${name});` }));
  if (loops === undefined || !made.every(({ frozen }) => text.includes(frozen))) return text;
  const filled = `const filled = /* @__PURE__ */ (() => {\n${loops}return { _specTypeSchemas, _isSpecType };\n})();\n`;
  return made.reduce(
    (so, { name, frozen }) => so.replace(frozen, `= /* @__PURE__ */ (() => Object.freeze(filled.${name}))();`),
    text.replace(loops, filled),
  );
}
