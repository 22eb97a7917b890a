/** What people should know when a removal is not out of the log of the database yet. */
export const inUseNotice =
  "it is removed, but another process reads the database: its write-ahead log holds the text until that process ends or the next removal";
