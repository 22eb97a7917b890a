import { sql, type Transaction } from "kysely";
import { foldText } from "../name-key.ts";
import type { Member, OrganizationRow, OrganizationRows } from "../organization-rows.ts";
import { all, first, withIdPrefix } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

const maxListed = 100;

/** Between the folded name and the id; no folded text has it, and what begins with both comes before the next character. */
const nameEnd = "\n";
const afterNameEnd = "\u000b";

export function sqliteOrganizationRows(transaction: Transaction<Tables>): OrganizationRows {
  const rowOf = (id: string) => sql<number>`(SELECT row FROM organizations WHERE id = ${id})`;
  const touch = (id: string, updatedAt: number) =>
    transaction.updateTable("organizations").set({ updatedAt }).where("id", "=", id).execute();
  const selectOf = (person: string) => {
    const own = sql<number>`(SELECT organization FROM organization_members WHERE name = ${person})`;
    return selectOrganizations(transaction).where("organizations.row", "in", own);
  };
  return {
    byId: (id) => first(selectOrganizations(transaction).where("organizations.id", "=", id), organizationRow),
    byName: (person, name, limit) => {
      const folded = foldText(name);
      const named = selectOf(person)
        .where("organizations.folded", ">", folded + nameEnd)
        .where("organizations.folded", "<", folded + afterNameEnd);
      return all(named.orderBy("organizations.folded").limit(limit), organizationRow);
    },
    byIdPrefix: (person, prefix, limit) =>
      all(withIdPrefix(selectOf(person), "organizations.id", prefix, limit), organizationRow),
    ofMember: (person) => all(selectOf(person).orderBy("organizations.folded").limit(maxListed), organizationRow),
    async insert(organization) {
      const folded = foldText(organization.name) + nameEnd + organization.id;
      const columns = { ...organization, folded, updatedAt: organization.createdAt };
      await transaction.insertInto("organizations").values(columns).execute();
    },
    async setMember(id, { name, role }, at) {
      await transaction
        .replaceInto("organization_members")
        .values({ organization: rowOf(id), name, role })
        .execute();
      await touch(id, at);
    },
    async removeMember(id, person, at) {
      await transaction
        .deleteFrom("organization_members")
        .where("organization", "=", rowOf(id))
        .where("name", "=", person)
        .execute();
      await touch(id, at);
    },
  };
}

function selectOrganizations(transaction: Transaction<Tables>) {
  return transaction
    .selectFrom("organizations")
    .selectAll("organizations")
    .select(
      sql<string>`(
        SELECT json_group_array(json_object('name', name, 'role', role)) FROM (
          SELECT name, role FROM organization_members WHERE organization = organizations.row ORDER BY name
        )
      )`.as("memberList"),
    );
}

type SelectedOrganization = Awaited<ReturnType<ReturnType<typeof selectOrganizations>["execute"]>>[number];

function organizationRow({ row: _row, folded: _folded, memberList, ...rest }: SelectedOrganization): OrganizationRow {
  // Made by the query above.
  return { ...rest, members: JSON.parse(memberList) as Member[] };
}
