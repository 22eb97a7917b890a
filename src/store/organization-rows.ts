export const memberRoles = ["owner", "admin", "member"] as const;
export type MemberRole = (typeof memberRoles)[number];

/** Times are milliseconds since 1970. */
export interface NewOrganization {
  readonly id: string;
  /** Others may have the same. */
  readonly name: string;
  readonly description: string;
  readonly createdBy: string;
  readonly createdAt: number;
}

export interface OrganizationRow extends NewOrganization {
  readonly updatedAt: number;
  /** By name. */
  readonly members: readonly Member[];
}

export interface Member {
  /** A person, as the system calls them. */
  readonly name: string;
  readonly role: MemberRole;
}

/** Organisations and their members. What belongs to an organisation is in a database of its own; this is who may open it. */
export interface OrganizationRows {
  byId(id: string): Promise<OrganizationRow | undefined>;
  /** Those of a person that are called so, as `name-key.ts` compares texts. */
  byName(person: string, name: string, limit: number): Promise<readonly OrganizationRow[]>;
  /** Those of a person whose id begins so, by id. */
  byIdPrefix(person: string, prefix: string, limit: number): Promise<readonly OrganizationRow[]>;
  /** Those of a person, by name; at most 100. */
  ofMember(person: string): Promise<readonly OrganizationRow[]>;
  insert(organization: NewOrganization): Promise<void>;
  /** Adds a member, or gives one another role. */
  setMember(id: string, member: Member, at: number): Promise<void>;
  removeMember(id: string, person: string, at: number): Promise<void>;
}
