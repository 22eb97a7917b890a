import type { AdaptWorktreeRemoveResult } from "../../../generated/contracts/worktree_remove.ts";

export const worktreeRemoveResult: AdaptWorktreeRemoveResult = ({ path }) => ({ path });
