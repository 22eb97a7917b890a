/** The activity log by agent and by event, newest last. */
export const activityIndexes = `
  CREATE INDEX activity_by_agent ON activity (agent, number);
  CREATE INDEX activity_by_event ON activity (event, number);
`;
