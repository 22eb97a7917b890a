// Draws docs/pictures/diff.svg, the picture of README.md: what the built `pegboard diff` prints for the two catalogs in
// docs/pictures/diff. The text is the program's own; only colours and line breaks are added.
//   node scripts/diff-picture.mjs [--check]
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const place = "docs/pictures/diff.svg";
const command = ["diff", "released", "proposed"];

const columns = 100;
const charWidth = 7.8;
const lineHeight = 18;
const padding = 16;

/** Kinds of lines: what is coloured, part by part. A line of another kind is plain. */
const forms = [
  [/^(\$ )(.*)$/, ["dim", "bold"]],
  [/^(Breaks callers|Dangerous|Compatible)(: .*)$/, ["bold"]],
  [/^(\w+ \(\d+\))$/, ["bold"]],
  [/^(\S+:\d+:\d+ )((?:ERR|WARN|INFO) )([a-z-]+)(: .*)$/, ["dim", "bad", "bold"]],
  [/^( +\| +)(\^+)(.*)$/, ["dim", "bad", "bad"]],
  [/^( *\d+ \| )(.*)$/, ["dim"]],
  [/^( +for example, .*?: )([{[].*)$/, ["bold", "call"]],
  [/^( +help: )(.*)$/, ["good"]],
  [/^( +[A-Z][A-Z ]* · [0-9a-f]+)$/, ["dim"]],
];

const printed = spawnSync(process.execPath, [join(root, "dist", "cli", "main.js"), ...command], {
  cwd: join(root, "docs", "pictures", "diff"),
  encoding: "utf8",
});
// 1: there are findings, which is what the picture is for.
if (printed.status !== 1) throw new Error(`pegboard diff ended with ${printed.status}\n${printed.stderr}`);
const drawing = draw([`$ pegboard ${command.join(" ")}`, "", ...printed.stdout.trimEnd().split("\n")]);

if (!process.argv.includes("--check")) writeFileSync(join(root, place), drawing);
else if (readFileSync(join(root, place), "utf8") !== drawing) {
  console.error(`${place} is not what pegboard diff prints; run \`node scripts/diff-picture.mjs\``);
  process.exitCode = 1;
}

/** Dark text on a light panel, which can be read on a dark page too. */
function draw(lines) {
  const rows = lines.flatMap(wrapped).map(colored);
  const width = Math.ceil(columns * charWidth + 2 * padding);
  const height = rows.length * lineHeight + 2 * padding;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>pegboard diff prints the calls that a change breaks</title>
<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; white-space: pre }
.bold { font-weight: 600 }
.dim { fill: #656d76 }
.bad { fill: #cf222e; font-weight: 600 }
.call { fill: #0550ae; font-weight: 600 }
.good { fill: #116329; font-weight: 600 }
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="#ffffff" stroke="#d0d7de"/>
${rows.map(textLine).filter(Boolean).join("\n")}
</svg>
`;
}

/** Breaks a line at spaces, as a terminal of that many columns does; what follows is indented. */
function wrapped(line) {
  if (line.length <= columns) return [line];
  const at = line.lastIndexOf(" ", columns);
  return [line.slice(0, at), ...wrapped(`${/^ */.exec(line)[0]}  ${line.slice(at + 1)}`)];
}

/** @returns spans: [text, class or undefined] */
function colored(line) {
  for (const [form, classes] of forms) {
    const parts = form.exec(line)?.slice(1);
    if (parts !== undefined) return parts.map((part, index) => [part, classes[index]]).filter(([part]) => part !== "");
  }
  return [[line]];
}

function textLine(spans, index) {
  const length = spans.reduce((sum, [text]) => sum + text.length, 0);
  if (length === 0) return "";
  const y = padding + (index + 1) * lineHeight - 5;
  // The length is given, so that columns stay columns in any font.
  const attributes = `x="${padding}" y="${y}" textLength="${(length * charWidth).toFixed(1)}" xml:space="preserve"`;
  const inner = spans.map(([text, name]) => (name ? `<tspan class="${name}">${escaped(text)}</tspan>` : escaped(text)));
  return `<text ${attributes}>${inner.join("")}</text>`;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
