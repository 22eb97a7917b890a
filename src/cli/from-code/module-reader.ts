// The process that `import --zod` starts: imports one module and prints its tools, after a mark that the module does not know. What the
// module prints goes to stderr.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ownValue } from "../../contract/own-property.ts";
import { readExports } from "./read-exports.ts";
import { memberOf } from "./schema-values.ts";

const order: unknown = JSON.parse(readFileSync(0, "utf8"));
const path = String(memberOf(order, "module"));
const mark = String(memberOf(order, "mark"));
const print = process.stdout.write.bind(process.stdout);
const exit = process.exit.bind(process);
process.stdout.write = process.stderr.write.bind(process.stderr);

/** The copy that the module imports; where a package has two forms, that of `import`. */
async function load(name: string): Promise<unknown> {
  const find = createRequire(path);
  const [packageName = name] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [];
  const entry = find.resolve(name);
  let folder = dirname(entry);
  while (!folder.endsWith(join("node_modules", packageName)) && dirname(folder) !== folder) folder = dirname(folder);
  const about: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const forms = memberOf(about, "exports");
  const key = name === packageName ? "." : `.${name.slice(packageName.length)}`;
  const form =
    typeof forms === "object" && forms !== null ? memberOf(Object(ownValue(Object(forms), key)), "import") : "";
  const file = typeof form === "string" ? form : memberOf(form, "default");
  const target = typeof file === "string" && file !== "" ? join(folder, file) : entry;
  return import(pathToFileURL(target).href);
}

const exported: object = await import(pathToFileURL(path).href);
const text = JSON.stringify(await readExports(exported, load));
// Timers and servers of the module must not keep the process.
print(`\n${mark}${text}\n`, () => exit(0));
