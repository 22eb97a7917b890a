import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./catalogs.mjs";
import { timeProcess } from "./processes.mjs";
import { measureRounds, printRow, ratioOf } from "./rows.mjs";
import { coldStarts, listOf } from "./serve.mjs";

// How long it takes until the program is there. Another version of Node is measured by running it: node24 scripts/bench.mjs start

const main = join(root, "dist", "cli", "main.js");

export async function benchStart() {
  const measured = (title, words) => measureRounds(title, 5, () => timeProcess(process.execPath, words, { cwd: root }));
  const empty = await measured("empty Node process", ["-e", "0"]);
  printRow(empty);
  printRow(await measured("generate --check", [main, "generate", "--check"]), empty);
  await besidePlainResponder();
}

/** The workbench as it is installed and as `pegboard build` writes it, beside a responder that is written by hand. */
async function besidePlainResponder() {
  const built = join("dist", "bench");
  const out = join(root, built);
  const list = join(root, "node_modules", ".cache", "pegboard-bench-list.json");
  try {
    const words = [main, "build", "--no-check", "--out", built];
    await timeProcess(process.execPath, words, { cwd: root });
    await writeFile(list, JSON.stringify(await listOf([main, "serve"])));
    const servers = {
      "written by hand, no check": [join(root, "scripts", "bench", "serve", "plain-responder.mjs"), list],
      "pegboard serve": [main, "serve"],
      "built workbench": [join(out, "server.js")],
    };
    const { start } = await coldStarts(servers, 25);
    const [plain] = Object.values(start);
    for (const [name, times] of Object.entries(start)) {
      printRow({ title: `start to tools/list: ${name}`, times, unit: "ms", ratio: ratioOf(times, plain) });
    }
  } finally {
    await rm(out, { recursive: true, force: true });
    await rm(list, { force: true });
  }
}
