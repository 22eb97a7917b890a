import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

// AES-256-GCM: nonce (12 bytes), tag (16), then what is encrypted.

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

export const keyBytes = 32;

/** What sealed bytes are longer than what they hold. */
export const sealBytesAdded = nonceBytes + tagBytes;

/** @param boundTo what has to be given again to open it */
export function sealBytes(key: Uint8Array, boundTo: Uint8Array, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(boundTo);
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/**
 * @param sealed at least `sealBytesAdded` bytes
 * @throws when it was changed, bound to something else or sealed with another key
 */
export function openBytes(key: Uint8Array, boundTo: Uint8Array, sealed: Uint8Array): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(boundTo).setAuthTag(sealed.subarray(nonceBytes, sealBytesAdded));
  return Buffer.concat([decipher.update(sealed.subarray(sealBytesAdded)), decipher.final()]);
}
