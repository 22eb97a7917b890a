import { sql, type Transaction } from "kysely";
import { type EncryptedCounts, type Keyring, lockedText, type VaultRow, type VaultRows } from "../vault.ts";
import type { Tables } from "./tables.ts";

export function sqliteVaultRows(transaction: Transaction<Tables>, keyring: Keyring): VaultRows {
  return {
    find: () => findVault(transaction),
    async required() {
      if ((await findVault(transaction)) === undefined) throw keyring.refusal("missing");
    },
    requireOpen(items) {
      const unopened = items.filter(({ locked }) => locked);
      if (unopened.length === 0) return;
      const isLocked = unopened.every(({ title, content }) => title === lockedText || content === lockedText);
      throw keyring.refusal(isLocked ? "locked" : "damaged");
    },
    async insert(vault) {
      await transaction
        .insertInto("vault")
        .values({ only: 1, ...vault })
        .execute();
    },
    async replace(envelope, updatedAt) {
      await transaction.updateTable("vault").set({ envelope, updatedAt }).execute();
    },
    async counts() {
      const { rows } = await sql<EncryptedCounts>`
        SELECT (SELECT count(*) FROM memories WHERE sealed_content IS NOT NULL) AS memories,
          (SELECT count(*) FROM tasks WHERE sealed_description IS NOT NULL) AS tasks,
          (SELECT count(*) FROM task_notes WHERE sealed_content IS NOT NULL) AS notes
      `.execute(transaction);
      return rows[0] ?? { memories: 0, tasks: 0, notes: 0 };
    },
  };
}

export function findVault(transaction: Transaction<Tables>): Promise<VaultRow | undefined> {
  const vault = transaction.selectFrom("vault").select(["id", "envelope", "createdAt", "updatedAt"]);
  return vault.executeTakeFirst();
}
