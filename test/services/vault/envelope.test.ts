import { expect, test } from "vitest";
import { type Envelope, newDataKey, readEnvelope, unwrap, wrap } from "../../../src/services/vault/envelope.ts";

const vault = "00000000-0000-4000-8000-000000000001";
const cost = 2 ** 10;

function read(envelope: object): Envelope {
  const found = readEnvelope(JSON.stringify(envelope));
  if ("status" in found) throw new Error(`expected an envelope: ${found.problem}`);
  return found;
}

test("the passphrase unwraps the key, however its letters are composed; another one does not", async () => {
  const dataKey = newDataKey();
  const envelope = read(await wrap(vault, dataKey, "Élan vital 42", cost));
  expect(await unwrap(envelope, "Élan vital 42")).toEqual({ status: "open", dataKey });
  expect(await unwrap(envelope, "Élan vital 42".normalize("NFD"))).toEqual({ status: "open", dataKey });
  expect(await unwrap(envelope, "elan vital 42")).toEqual({ status: "wrong_passphrase" });
});

test("two envelopes of one key and passphrase have nothing in common but the vault", async () => {
  const dataKey = newDataKey();
  const [one, other] = [await wrap(vault, dataKey, "passphrase", cost), await wrap(vault, dataKey, "passphrase", cost)];
  expect([one.kdf.salt, one.wrapped]).not.toContain(other.kdf.salt);
  expect(one.wrapped).not.toBe(other.wrapped);
  expect(JSON.stringify(one)).not.toContain(Buffer.from(dataKey).toString("base64"));
});

test("the cost of a passphrase is the usual one unless it is given", async () => {
  expect((await wrap(vault, newDataKey(), "passphrase")).kdf).toMatchObject({
    name: "scrypt",
    cost: 2 ** 17,
    blockSize: 8,
  });
});

test("an envelope that was changed anywhere is damaged, and not a wrong passphrase", async () => {
  const envelope = await wrap(vault, newDataKey(), "passphrase", cost);
  const { kdf } = envelope;
  const changed: readonly object[] = [
    { ...envelope, vault: vault.replace("1", "2") },
    { ...envelope, wrapped: `A${envelope.wrapped.slice(1)}B` },
    { ...envelope, check: Buffer.alloc(32).toString("base64") },
    { ...envelope, kdf: { ...kdf, cost: cost * 2 } },
    { ...envelope, kdf: { ...kdf, salt: "AAAA" } },
    { ...envelope, kdf: { ...kdf, name: "pbkdf2" } },
    { ...envelope, version: 2 },
    { ...envelope, wrapped: undefined },
    [],
  ];
  for (const each of changed)
    expect(readEnvelope(JSON.stringify(each)), JSON.stringify(each)).toMatchObject({ status: "damaged" });
  expect(readEnvelope("{")).toMatchObject({ status: "damaged" });
});

test.each([
  ["too high a cost", { cost: 2 ** 21 }],
  ["a cost that is not a power of two", { cost: 1000 }],
  ["too much memory", { cost: 2 ** 20, blockSize: 32 }],
  ["a negative cost", { cost: -1024 }],
])("an envelope that asks for %s is damaged before any work is done", async (_what, over) => {
  const envelope = await wrap(vault, newDataKey(), "passphrase", cost);
  const forged = { ...envelope, kdf: { ...envelope.kdf, ...over } };
  expect(readEnvelope(JSON.stringify(forged))).toEqual({ status: "damaged", problem: "asks for too much work" });
});
