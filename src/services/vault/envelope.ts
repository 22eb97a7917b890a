import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { isJsonObject } from "../../contract/json.ts";
import { keyBytes, openBytes, sealBytes, sealBytesAdded } from "./seal-bytes.ts";

// The envelope of a vault: a random data key, wrapped with a key that scrypt stretches from the passphrase. To change the passphrase is
// to wrap the same data key again, so nothing that is encrypted has to be written.

export interface Envelope {
  readonly version: 1;
  /** UUID of the vault. */
  readonly vault: string;
  readonly kdf: Stretching;
  /** The data key as sealed bytes, in base64. */
  readonly wrapped: string;
  /** SHA-256 of everything above, in base64: tells a damaged envelope from a wrong passphrase. */
  readonly check: string;
}

interface Stretching {
  readonly name: "scrypt";
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
  /** Base64. */
  readonly salt: string;
}

/** 128 MiB and about half a second. @see OWASP, Password Storage Cheat Sheet, scrypt */
export const usualCost = 2 ** 17;

/** What a damaged or forged envelope may ask for. */
const maxCost = 2 ** 20;
const maxBlockSize = 32;
const maxParallelization = 16;
const maxMemoryBytes = 1024 * 1024 * 1024;

/** @see RFC 7914, section 2: it needs 128 * cost * blockSize bytes, and a little more */
const bytesPerBlock = 128;

const saltBytes = 16;

export type Unwrapped =
  | { readonly status: "open"; readonly dataKey: Uint8Array }
  | { readonly status: "wrong_passphrase" }
  /** `problem` ends the sentence "the envelope of the vault …". */
  | { readonly status: "damaged"; readonly problem: string };

export function newDataKey(): Uint8Array {
  return new Uint8Array(randomBytes(keyBytes));
}

/** Wraps a data key, with a new salt and a new nonce. @param cost a power of two; a lower one is for tests */
export async function wrap(
  vault: string,
  dataKey: Uint8Array,
  passphrase: string,
  cost: number = usualCost,
): Promise<Envelope> {
  const salt = randomBytes(saltBytes).toString("base64");
  const kdf = { name: "scrypt", cost, blockSize: 8, parallelization: 1, salt } as const;
  const head = { version: 1, vault, kdf } as const;
  const wrapped = sealBytes(await stretched(passphrase, kdf), boundTo(head), dataKey).toString("base64");
  return { ...head, wrapped, check: checkOf({ ...head, wrapped }).toString("base64") };
}

export async function unwrap(envelope: Envelope, passphrase: string): Promise<Unwrapped> {
  const { wrapped, kdf } = envelope;
  const key = await stretched(passphrase, kdf);
  try {
    const dataKey = openBytes(key, boundTo(envelope), Buffer.from(wrapped, "base64"));
    return { status: "open", dataKey: new Uint8Array(dataKey) };
  } catch {
    // The check was right, so it is the passphrase.
    return { status: "wrong_passphrase" };
  }
}

/** Reads an envelope as it is stored. */
export function readEnvelope(text: string): Envelope | Extract<Unwrapped, { readonly status: "damaged" }> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return damaged("is not JSON");
  }
  if (!isJsonObject(value)) return damaged("is not an object");
  const { version, vault, kdf, wrapped, check } = value;
  if (version !== 1) return damaged("has another version; update pegboard");
  if (typeof vault !== "string" || typeof wrapped !== "string" || typeof check !== "string" || !isJsonObject(kdf)) {
    return damaged("lacks a part");
  }
  const { name, cost, blockSize, parallelization, salt } = kdf;
  if (name !== "scrypt" || typeof salt !== "string") return damaged("stretches the passphrase in an unknown way");
  if (!isWithin(cost, maxCost) || !isWithin(blockSize, maxBlockSize) || !isWithin(parallelization, maxParallelization))
    return damaged("asks for too much work");
  const isPower = cost > 1 && Number.isInteger(Math.log2(cost));
  if (!isPower || bytesPerBlock * blockSize * (cost + parallelization + 2) > maxMemoryBytes)
    return damaged("asks for too much work");
  const envelope = { version, vault, kdf: { name, cost, blockSize, parallelization, salt }, wrapped } as const;
  const [given, own] = [Buffer.from(check, "base64"), checkOf(envelope)];
  const isWhole = given.length === own.length && timingSafeEqual(given, own);
  if (!isWhole || Buffer.from(wrapped, "base64").length !== sealBytesAdded + keyBytes) {
    return damaged("was changed");
  }
  return { ...envelope, check };
}

type Head = Pick<Envelope, "version" | "vault" | "kdf">;

function damaged(problem: string) {
  return { status: "damaged", problem } as const;
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1 && value <= most;
}

function boundTo({ version, vault, kdf: { name, cost, blockSize, parallelization, salt } }: Head): Buffer {
  return Buffer.from(JSON.stringify([version, vault, name, cost, blockSize, parallelization, salt]), "utf8");
}

function checkOf(envelope: Omit<Envelope, "check">): Buffer {
  return createHash("sha256").update(boundTo(envelope)).update(envelope.wrapped, "utf8").digest();
}

/** In the thread pool: the event loop goes on. A passphrase is the same however its letters are composed (NFKC). */
function stretched(passphrase: string, { cost, blockSize, parallelization, salt }: Stretching): Promise<Buffer> {
  const parameters = { N: cost, r: blockSize, p: parallelization, maxmem: maxMemoryBytes };
  const secret = Buffer.from(passphrase.normalize("NFKC"), "utf8");
  return new Promise((resolve, reject) => {
    scrypt(secret, Buffer.from(salt, "base64"), keyBytes, parameters, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
