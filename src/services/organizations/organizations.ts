import { randomUUID } from "node:crypto";
import type { Session } from "../../runtime/ports.ts";
import type { ActivityEvent } from "../../store/activity-rows.ts";
import type { Member, MemberRole, OrganizationRow } from "../../store/organization-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import { type Lookup, lookUp } from "../names/look-up.ts";
import type { ServiceOptions } from "../service-options.ts";

// Organisations as one person sees them: those that the person is a member of; no other one is there. Times are milliseconds since 1970.

/** Organisations of the same name that are named to the caller. */
const maxShown = 5;

export type Organizations = ReturnType<typeof storedOrganizations>;
export type Organization = OrganizationRow;

export interface OrganizationsOptions extends ServiceOptions {
  /** Who uses this process, as the system calls them. */
  readonly person: string;
}

/** `name_taken`: nothing was written. */
export type CreatedOrganization =
  | { readonly status: "created"; readonly organization: Organization }
  | { readonly status: "name_taken" };

/** Anything but `done`: nothing changed. */
export type ChangedMembers =
  | { readonly status: "done"; readonly organization: Organization }
  | { readonly status: "not_found" }
  /** Why not, in words. */
  | { readonly status: "refused"; readonly organization: Organization; readonly problem: string };

export interface ChangeMember {
  readonly organizationId: string;
  readonly member: string;
  /** null: no member any more. */
  readonly role: MemberRole | null;
  readonly session: Session;
}

export function storedOrganizations({ store, clock, person }: OrganizationsOptions) {
  return {
    /** By name. */
    list: (): Promise<readonly Organization[]> => store.read(({ organizations }) => organizations.ofMember(person)),
    /** By id, by name, or by the first four characters of the id or more. */
    find: (text: string): Promise<Lookup<Organization>> => store.read((rows) => findOrganization(rows, text, person)),
    /** Who makes it owns it. */
    create: (facts: Pick<Organization, "name" | "description">, session: Session): Promise<CreatedOrganization> =>
      store.write(async (rows) => {
        // Another person's organisation with this name is not there for this one.
        const taken = await rows.organizations.byName(person, facts.name, 1);
        if (taken.length > 0) return { status: "name_taken" };
        const at = clock();
        const id = randomUUID();
        await rows.organizations.insert({ ...facts, id, createdBy: session.agent, createdAt: at });
        await rows.organizations.setMember(id, { name: person, role: "owner" }, at);
        await log(rows, session, "organization_created", id, at);
        return { status: "created", organization: await organizationAt(rows, id) };
      }),
    /** The session works in it from now on; undefined: among the person's own things. */
    enter: async (organizationId: string | undefined, session: Session): Promise<void> => {
      if (session.scope === organizationId) return;
      await store.write(async (rows) => {
        await rows.sessions.setOrganization(session.id, organizationId ?? null);
        await log(rows, session, "organization_switched", organizationId ?? session.id, clock());
      });
    },
    changeMember: (request: ChangeMember): Promise<ChangedMembers> =>
      store.write((rows) => changeMember(rows, request, person, clock())),
  };
}

async function findOrganization({ organizations }: ReadableRows, text: string, person: string) {
  const byId = await organizations.byId(text.toLowerCase());
  const isMember = byId?.members.some(({ name }) => name === person) === true;
  // Several where others have made this person a member of theirs.
  const [first, ...others] = isMember ? [byId] : await organizations.byName(person, text, maxShown);
  if (first !== undefined && others.length > 0) {
    return { status: "ambiguous", candidates: [first, ...others].map(({ name, id }) => `${name} (${id})`) } as const;
  }
  return await lookUp(text, {
    whole: first,
    byIdPrefix: (prefix, limit) => organizations.byIdPrefix(person, prefix, limit),
    labelOf: ({ name }) => name,
    thingOf: (organization) => organization,
  });
}

/** Owners and admins change members; only owners make and unmake owners, and one owner stays. */
async function changeMember(
  rows: WritableRows,
  { organizationId, member, role, session }: ChangeMember,
  person: string,
  at: number,
): Promise<ChangedMembers> {
  const { organizations } = rows;
  const organization = await organizations.byId(organizationId);
  if (organization === undefined) return { status: "not_found" };
  const { members } = organization;
  const roleOf = (name: string) => members.find((one) => one.name === name)?.role;
  const own = roleOf(person);
  if (own === undefined) return { status: "not_found" };
  const before = roleOf(member);
  const refused = (problem: string) => ({ status: "refused", organization, problem }) as const;
  if (before === role || (before === undefined && role === null)) return { status: "done", organization };
  const leaves = member === person && role === null;
  if (own === "member" && !leaves) return refused("only owners and admins change its members");
  if (own !== "owner" && (before === "owner" || role === "owner")) return refused("only owners make and unmake owners");
  if (before === "owner" && owners(members).length === 1) return refused("its last owner stays");
  if (role === null) await organizations.removeMember(organizationId, member, at);
  else await organizations.setMember(organizationId, { name: member, role }, at);
  const event = role === null ? "organization_member_removed" : "organization_member_added";
  await log(rows, session, event, organizationId, at);
  return { status: "done", organization: await organizationAt(rows, organizationId) };
}

function owners(members: readonly Member[]): readonly Member[] {
  return members.filter(({ role }) => role === "owner");
}

async function log(rows: WritableRows, session: Session, event: ActivityEvent, subject: string, at: number) {
  await rows.activity.append({ at, event, subject, agent: session.agent, session: session.id });
}

async function organizationAt({ organizations }: Pick<ReadableRows, "organizations">, id: string) {
  const organization = await organizations.byId(id);
  if (organization === undefined) throw new Error(`invariant: organisation ${id} was written in the same transaction`);
  return organization;
}
