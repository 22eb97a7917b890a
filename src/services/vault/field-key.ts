import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { FieldDamaged, type FieldKey, type FieldPlace } from "../../store/vault.ts";

// A sealed field: version (1 byte), nonce (12), tag (16), then the text in UTF-8, encrypted with AES-256-GCM.

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

export const keyBytes = 32;

/** The key of fields, of a vault's data key. @param dataKey 32 bytes */
export function fieldKey(dataKey: Uint8Array): FieldKey {
  const fields = derived(dataKey, "fields");
  const titles = derived(dataKey, "titles");
  return {
    seal(place, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", fields, nonce).setAAD(boundTo(place));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body]);
    },
    open(place, sealed) {
      if (sealed.length < headBytes || sealed[0] !== version) throw new FieldDamaged(`${nameOf(place)} is not sealed`);
      const nonce = sealed.subarray(1, 1 + nonceBytes);
      const tag = sealed.subarray(1 + nonceBytes, headBytes);
      const decipher = createDecipheriv("aes-256-gcm", fields, nonce, { authTagLength: tagBytes });
      decipher.setAAD(boundTo(place)).setAuthTag(tag);
      try {
        return decipher.update(sealed.subarray(headBytes), undefined, "utf8") + decipher.final("utf8");
      } catch (cause) {
        throw new FieldDamaged(`${nameOf(place)} was changed or belongs elsewhere`, { cause });
      }
    },
    blind: (text) => createHmac("sha256", titles).update(text, "utf8").digest("base64url"),
  };
}

function derived(dataKey: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", dataKey, new Uint8Array(), `pegboard vault ${purpose}`, keyBytes));
}

function boundTo({ table, id, field }: FieldPlace): Buffer {
  return Buffer.from(JSON.stringify(["pegboard", version, table, id, field]), "utf8");
}

function nameOf({ table, id, field }: FieldPlace): string {
  return `the ${field} of ${table} ${id}`;
}
