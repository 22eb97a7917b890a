// Stands between a client and a real server over stdio and alters what the server says of its tools, as an update of that
// server would. Words: a JSON file ({tool: members that replace its own, or null for none}; read at each list), the command.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [file, command, ...words] = process.argv.slice(2);
const server = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
process.stdin.pipe(server.stdin);
server.on("exit", (code) => process.exit(code ?? 1));

createInterface({ input: server.stdout }).on("line", (line) => {
  const message = JSON.parse(line);
  if (Array.isArray(message.result?.tools)) message.result.tools = altered(message.result.tools);
  const instructions = JSON.parse(readFileSync(file, "utf8"))["(instructions)"];
  if (message.result?.serverInfo && instructions) message.result.instructions = instructions;
  process.stdout.write(`${JSON.stringify(message)}\n`);
});

function altered(tools) {
  const { "(instructions)": _, ...changes } = JSON.parse(readFileSync(file, "utf8"));
  const names = tools.map(({ name }) => name);
  const fresh = Object.keys(changes).filter((name) => !names.includes(name) && changes[name] !== null);
  return [
    ...tools.filter(({ name }) => changes[name] !== null).map((tool) => ({ ...tool, ...changes[tool.name] })),
    ...fresh.map((name) => ({ name, inputSchema: { type: "object" }, ...changes[name] })),
  ];
}
