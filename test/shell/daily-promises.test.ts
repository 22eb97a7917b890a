// What the shell promises for every day, sentence by sentence, and the test that holds each. A test that is renamed or removed
// is missed here.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../process/run-pegboard.ts";

const corpus = "test/process/terminal-corpus.test.ts";
const results = "test/shell/results.test.ts";
const handedOn = "test/process/handed-on.test.ts";
const install = "test/process/install.test.ts";
const shell = "test/process/shell.test.ts";
const bridgeServer = "test/bridge/bridge-server.test.ts";
const background = "test/process/bridge-background.test.ts";

const promises: readonly (readonly [promise: string, file: string, title: string])[] = [
  // 1
  ["no output of a server acts on the terminal, in any command", corpus, 'describe("on a terminal"'],
  ["JSON on a terminal escapes what can't be seen", corpus, "JSON stays JSON, and means the same"],
  ["bytes stay as they are in a pipe", corpus, "%s: the bytes stay as they are"],
  ["bytes stay as they are in a file", results, "takes texts without a line end that is not theirs"],
  // 2
  ["--out writes the one image of a result", results, "takes the one image of a result, also where"],
  ["a call whose result is an image succeeds, and says how to save it", results, "bytes are mentioned, with the way"],
  ["terminals that show images are sent them", results, "are shown where the terminal says that it can"],
  ["other terminals are not", results, "are not where it can't, nor anything else than what was checked"],
  // 3
  ["servers get what their client hands on", handedOn, "a server gets what its client would hand on"],
  ["--clean-env hands on few", handedOn, "--clean-env"],
  ["a server that dies gets a hint about variables", handedOn, "a server that dies for want of a variable"],
  // 4
  ["doctor finds the entry of a clone that has moved", install, "is found by doctor, whatever its folder was called"],
  ["install replaces it", install, "gets a working entry by install, which says whose entry it replaces"],
  ["uninstall says what it did", install, "where the file is as it was, where it is gone, and where only the entry"],
  // 5
  ["a late --config is read, or it is said where to write it", shell, "'--config' is behind a flag of the tool"],
  [
    "a param named like an option: what to write is said",
    "test/process/meant-words.test.ts",
    "is an option of pegboard",
  ],
  [
    "a server of the command line behind the tool: what to write is said",
    "test/process/meant-words.test.ts",
    "call %s %j: what to write is said",
  ],
  [
    "--out -, /dev/stdout and >(…) are what the shell means",
    "test/process/shell-pipelines.test.ts",
    "writes to stdout by each of its names",
  ],
  [
    "unknown clients are refused with what to write",
    install,
    "names the nearest one, or all, and what any other client",
  ],
  // 6
  [
    "the question shows the arguments",
    "test/shell/decide.test.ts",
    "the question shows the arguments, long ones by their ends",
  ],
  ["search answers after 3 s and names who is silent", shell, "search waits three seconds for those that are silent"],
  ["a tool without a name hides no other", "test/shell/config-source.test.ts", "hides no other"],
  [
    "64 calls at once warn of nothing, in the pool",
    "test/client/pool.test.ts",
    "has 64 calls under way with one signal",
  ],
  [
    "64 calls at once warn of nothing, at the bridge",
    "test/process/bridge.test.ts",
    "64 at once are answered, each as its own",
  ],
  [
    "behind a bridge, describe says what the client can do",
    "test/process/shell-servers.test.ts",
    "describe says what a call of a tool that writes takes",
  ],
  // 7
  ["the bridge in the background leaves nothing behind", background, "leaves nothing behind when it is stopped"],
  ["nor its token", background, "removes the file of its token, and its variables hold no token then"],
  [
    "its number is not taken for that of another process",
    background,
    "is not ended by a number that another process has",
  ],
  // 8
  [
    "secrets in arguments are masked",
    "test/client/mask-secrets.test.ts",
    "masks arguments that are secrets by the flag before them",
  ],
  ["encoded secrets are masked", "test/client/mask-secrets.test.ts", "masks a secret in base 64 and in hexadecimal"],
  ["a flooded server starves no other", bridgeServer, "takes nothing from the other servers"],
  [
    "a malformed answer of a bridge is an error with a sentence",
    "test/process/fake-bridge.test.ts",
    "a bridge that answers with anything",
  ],
  [
    "a token file that others may write is refused",
    "test/bridge/rpc-call.test.ts",
    "finds the bridge by the variables, and by the file",
  ],
  ["another machine is refused without TLS", "test/bridge/rpc-call.test.ts", "bridge.example"],
  [
    "what has left the group of a server ends with it",
    "test/client/connect-stdio.test.ts",
    "takes along what has left its group",
  ],
  ["and with the process that started it", "test/client/orphans.test.ts", "end with it, and what they have started"],
  ["130 attacks on the bridge", "test/bridge/attacks.test.ts", "toBeGreaterThanOrEqual(130)"],
  // Logins
  ["a token for another audience", "test/process/login.test.ts", "for another audience"],
  ["a token of another issuer", "test/process/login.test.ts", "of another issuer"],
  ["a token that has expired", "test/process/login.test.ts", "that has expired"],
  ["a login that was revoked", "test/process/login.test.ts", "whose login was revoked"],
  ["a resource that points to another server", "test/process/login.test.ts", "metadata of another server"],
  // Clients
  [
    "a fixture of each client goes in and out to the byte",
    "test/process/install-clients.test.ts",
    "gets an entry and gives it back, to the byte",
  ],
  ["what is written starts", "test/process/install-clients.test.ts", "gets an entry that starts a server with tools"],
  // What servers ask
  ["a form at a terminal", "test/process/asking.test.ts", "a form is filled in"],
  ["a model at a terminal", "test/process/asking.test.ts", "a request for a model is answered by the person"],
  ["folders at a terminal", "test/process/asking.test.ts", "folders are those that the command names"],
  ["all of them are refused in a pipe", "test/process/asking.test.ts", "is not offered a person, a model, or folders"],
];

it.each(promises)("%s", (_, file, title) => {
  expect(readFileSync(join(root, file), "utf8")).toContain(title);
});
