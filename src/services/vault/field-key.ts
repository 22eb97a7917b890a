import { createHmac, hkdfSync } from "node:crypto";
import { FieldDamaged, type FieldKey, type FieldPlace } from "../../store/vault.ts";
import { keyBytes, openBytes, sealBytes, sealBytesAdded } from "./seal-bytes.ts";

// A sealed field: version (1 byte), then the text in UTF-8 as sealed bytes.

const version = 1;

/** The key of fields, of a vault's data key. @param dataKey 32 bytes */
export function fieldKey(dataKey: Uint8Array): FieldKey {
  const fields = derived(dataKey, "fields");
  const titles = derived(dataKey, "titles");
  return {
    seal: (place, text) =>
      Buffer.concat([Buffer.of(version), sealBytes(fields, boundTo(place), Buffer.from(text, "utf8"))]),
    open(place, sealed) {
      if (sealed.length <= sealBytesAdded || sealed[0] !== version) {
        throw new FieldDamaged(`${nameOf(place)} is not sealed`);
      }
      try {
        return openBytes(fields, boundTo(place), sealed.subarray(1)).toString("utf8");
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
