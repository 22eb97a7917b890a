import type { AdaptWorktreeCreateResult } from "../../../generated/contracts/worktree_create.ts";

export const worktreeCreateResult: AdaptWorktreeCreateResult = ({ path, branch }) => ({ path, branch });
