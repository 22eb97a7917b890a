/** Where the agent of a session works: what names the project of the session. */
export const sessionPlaces = `
  ALTER TABLE sessions ADD COLUMN directory TEXT;
  ALTER TABLE sessions ADD COLUMN git_remote TEXT;
`;
