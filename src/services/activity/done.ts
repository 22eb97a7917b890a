/** What was written in one session, counted from the activity log. */
export interface Done {
  readonly projectsCreated: number;
  readonly tasksCreated: number;
  readonly tasksCompleted: number;
  readonly memoriesStored: number;
  readonly packsChanged: number;
}
