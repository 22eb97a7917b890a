/** Organisations, their members, and the one that a session works in. */
export const organizations = `
  CREATE TABLE organizations (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE organization_members (
    organization INTEGER NOT NULL REFERENCES organizations (row) ON DELETE CASCADE,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
    PRIMARY KEY (organization, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX organization_members_by_name ON organization_members (name, organization);
  ALTER TABLE sessions ADD COLUMN organization TEXT;
`;
