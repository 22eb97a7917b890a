/** The place of an agent below a namespace of one word: one for each name, whatever characters it holds. */
export function placeOfAgent(under: string, agent: string): string {
  const word = /^\.\.?$/.test(agent) ? agent.replaceAll(".", "%2E") : agent.replaceAll(/[\s/%]/gu, encodeURIComponent);
  return `${under}/${word}`;
}
