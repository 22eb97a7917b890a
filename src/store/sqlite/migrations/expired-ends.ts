/** What was archived because its time was over, by its end: a clock that was ahead may have archived it too early. */
export const expiredEnds = `
  CREATE INDEX memories_by_expired_end ON memories (archived_at) WHERE archive_reason = 'expired';
`;
