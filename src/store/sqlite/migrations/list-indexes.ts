/** Lists of all tasks in the order of the rows; what belongs to a project without reading it. */
export const listIndexes = `
  CREATE INDEX tasks_by_archive ON tasks (archived);
  DROP INDEX tasks_by_project;
  CREATE INDEX tasks_by_project ON tasks (project, id);
  CREATE INDEX memories_by_place ON memories (namespace, id);
`;
