/**
 * Until now every memory was found by everybody, and most have the scope private because it was the default. From now on it
 * holds; so they get the scope that says what they were, and nothing vanishes.
 *
 * A title is unique among what is shared in a namespace, and among the private memories of each agent: a title that is refused
 * would show that another agent's private memory has it.
 */
export const sharedMemories = `
  UPDATE memories SET scope = 'collective' WHERE scope = 'private';

  DROP INDEX memories_by_title;
  CREATE UNIQUE INDEX memories_by_title
    ON memories (namespace, title, iif(scope = 'private', coalesce(written_by, ''), '')) WHERE archived_at IS NULL;
`;
