/** A sentence that the server is held to, and the tests that hold it: their files, and words that stand in each. */
export interface Promised {
  readonly sentence: string;
  readonly tests: readonly (readonly [file: string, words: string])[];
}

const orders = "test/process/disk-orders.test.ts";
const faults = "test/process/disk-faults.test.ts";
const database = "test/process/bad-database.test.ts";
const requests = "test/server/http-requests.test.ts";
const shutdown = "test/process/shutdown.test.ts";

/** What a server over a store does under load, with a broken disk and with odd requests. */
export const underFaults: readonly Promised[] = [
  {
    sentence: "Writes that wait together are committed together, and long work yields",
    tests: [
      ["test/store/write-groups.test.ts", "writes that wait together wait for the disk together"],
      ["test/store/write-groups.test.ts", "any mix of writes that succeed, fail and are cancelled"],
    ],
  },
  {
    sentence: "A client that closes as SDKs do leaves nothing half done, and a signal ends the server",
    tests: [
      [shutdown, "when a client closes as the SDK does leaves nothing half done"],
      [shutdown, "after the end of the input aborts at once, as clients kill two seconds later"],
    ],
  },
  {
    sentence: "Of processes that write in bursts to one file none is refused, and nothing is lost",
    tests: [["test/process/shared-lock.test.ts", "none is refused, nothing is lost"]],
  },
  {
    sentence: "A refusal by a lock says to wait and to try again",
    tests: [[database, "is locked by somebody else"]],
  },
  {
    sentence: "Too many writes in line are refused as that",
    tests: [["test/store/contract.ts", "busy with earlier writes"]],
  },
  {
    sentence: "A full disk is said, at the call and to the operator, and loses nothing",
    tests: [
      [faults, "refuses writes and loses none that it acknowledged; with some space it goes on"],
      [orders, '["full", "is on a full disk'],
    ],
  },
  {
    sentence: "A disk that fails at reading, writing and synchronising is said, and never internal",
    tests: [
      [orders, '["write", broken]'],
      [orders, '["sync", broken]'],
      [orders, "a server whose file can't be read says so in each answer"],
      [faults, "a disk that can't be written"],
    ],
  },
  {
    sentence: "Too many open files are said, and no reason to end",
    tests: [
      [database, "says that the database %s can't be opened, and opens it when it can"],
      [database, "says so where it can't read its own code, and still lists its tools"],
    ],
  },
  { sentence: "Too little memory is said", tests: [[orders, 'withoutMemory("has too little memory']] },
  { sentence: "A damaged file is left as it is", tests: [[faults, "is said to be damaged, and is left as it is"]] },
  {
    sentence: "A read-only file is read, and its writes are refused in a sentence",
    tests: [[database, "is read, with a notice that the recall was not recorded, and refuses writes in one sentence"]],
  },
  {
    sentence: "A place where nothing can be written is said",
    tests: [[database, "stands where nothing can be written"]],
  },
  { sentence: "A database of a newer version is not touched", tests: [[database, "was written by a newer version"]] },
  {
    sentence: "Files of other programs, and what is not a database, are not touched",
    tests: [
      [database, "belongs to another program"],
      [database, "is not a database"],
    ],
  },
  {
    sentence: "A command on an unusable database ends with 5",
    tests: [
      [database, "code: 5"],
      [orders, "ends with 5 and one sentence that names the file"],
    ],
  },
  {
    sentence: "Each fault is one line for the operator at the default level; paths are for the operator only",
    tests: [
      [orders, "expect(reasons()).toEqual"],
      [orders, "not.toContain(folder)"],
      [faults, "not.toContain(folder)"],
    ],
  },
  {
    sentence: "A clock that jumps archives nothing for ever, and what was archived on purpose stays so",
    tests: [
      [orders, "a clock that jumps ten years ahead and back archives nothing for ever"],
      ["test/services/memory-clock.test.ts", "what a clock ten years ahead has archived lives again"],
      ["test/services/memory-clock.test.ts", "what a caller archived does not come back"],
    ],
  },
  {
    sentence:
      "Arguments that are not an object, and a message that is a request and a response, are refused by the protocol's code",
    tests: [
      ["test/process/abuse.test.ts", "every case over stdio is answered right"],
      ["scripts/nightly/abuse/cases/arguments.mjs", "arguments"],
      ["scripts/nightly/abuse/cases/not-requests.mjs", "a result beside the method"],
    ],
  },
  {
    sentence: "Pages of allowed origins get their preflight and headers, others nothing",
    tests: [
      [requests, "that is allowed learns so before it sends, without the token"],
      [requests, "that is not allowed learns nothing"],
    ],
  },
  {
    sentence: "Two hosts and foreign absolute targets are refused",
    tests: [[requests, "a request that a proxy could read in another way is refused"]],
  },
  { sentence: "A compressed body is 415", tests: [[requests, 'test.each(["gzip", "br", "GZIP, identity"])']] },
  {
    sentence: "Two Authorization headers are 400",
    tests: [["test/process/oauth.test.ts", "two Authorization headers"]],
  },
  {
    sentence: "A slow body ends at the configured time",
    tests: [[requests, "a body that does not arrive in time ends with the connection"]],
  },
  {
    sentence: "Health says that the server is alive, readiness whether its store answers",
    tests: [
      [requests, "health does not ask the host"],
      [requests, "is what the host says, without its reason, which goes to the log"],
      [database, "makes a server over HTTP alive and not ready"],
    ],
  },
  {
    sentence: "What is generated compiles with `strict` alone",
    tests: [["test/compile/compile.test.ts", "they pass it in a project with `strict` alone"]],
  },
];

/** Kinds of attacks on access tokens, and the attack of `test/process/oauth.test.ts` that is one. */
export const tokenAttacks: readonly (readonly [kind: string, attack: string])[] = [
  ["alg none", "alg none"],
  ["wrong audience", "another audience"],
  ["expired", "expired"],
  ["not yet valid", "not yet valid"],
  ["other issuer's key", "another issuer's key"],
  ["key confusion", "HS256 with the public key as the secret"],
  ["replay across resources", "a token of the real server for another resource"],
  ["scope downgrade", "a call above its scopes"],
  ["header smuggling", "two Authorization headers"],
];
