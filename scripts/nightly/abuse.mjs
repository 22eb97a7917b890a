// `npm run nightly abuse`: the corpus of abuse against our server and those of other frameworks, over stdio and HTTP. Prints the table of
// docs/security.md. Ends with 1 where ours answers one case wrong; what the others do is only counted.
//   --only TEXT    servers whose name has it
//   --seconds N    is given to every job of the night, and is not used
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { cases } from "./abuse/cases.mjs";
import { playHttp } from "./abuse/http.mjs";
import { openPeers } from "./abuse/open-peers.mjs";
import { openOurs } from "./abuse/ours.mjs";
import { playStdio } from "./abuse/stdio.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    seconds: { type: "string" },
    seed: { type: "string" },
    calls: { type: "string" },
  },
});
/** How long an answer is waited for, in ms: what does not come at all is waited for in full. */
const patienceMs = 1_000;
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const ours = openOurs();
const rows = [];
try {
  const servers = [{ name: `pegboard ${version}`, isOurs: true, ...ours }, ...openPeers()];
  for (const server of servers.filter(({ name }) => name.includes(values.only))) {
    console.error(server.name);
    const wait = server.isOurs ? 20_000 : patienceMs;
    const stdio = await playStdio(server.stdio, cases, wait);
    const http = await playHttp(server.http, cases, wait);
    rows.push({ name: server.name, isOurs: server.isOurs === true, stdio, http });
  }
} finally {
  ours.remove();
}

const groups = [...new Set(cases.map(({ group }) => group))];
const plays = ({ stdio, http }) => [...stdio, ...http];
const score = (played) => `${played.filter(({ wrong }) => wrong === undefined).length}/${played.length}`;
const line = (cells) => console.log(`| ${cells.join(" | ")} |`);
console.log(`${cases.length} cases; right answers of those that were played, over both transports`);
line(["", ...rows.map(({ name }) => name)]);
line(["---", ...rows.map(() => "---:")]);
for (const group of groups)
  line([group, ...rows.map((row) => score(plays(row).filter((play) => play.case.group === group)))]);
line(["**stdio**", ...rows.map(({ stdio }) => score(stdio))]);
line(["**HTTP**", ...rows.map(({ http }) => score(http))]);
line(["**cases right over both**", ...rows.map((row) => casesRight(plays(row)))]);
for (const row of rows) {
  for (const { case: one, transport, wrong } of plays(row)) {
    if (wrong !== undefined) console.log(`${row.name}: ${transport}: ${one.group}: ${one.name}: ${wrong}`);
  }
}
process.exitCode = rows.some((row) => row.isOurs && plays(row).some(({ wrong }) => wrong !== undefined)) ? 1 : 0;

/** A case is right when it is over each transport that it was played on. */
function casesRight(played) {
  const all = new Set(played.map((play) => play.case));
  const wrong = new Set(played.filter((play) => play.wrong !== undefined).map((play) => play.case));
  return `${all.size - wrong.size}/${all.size}`;
}
