/** Where the memories about agents are. */
export const agentsNamespace = "_agents";
