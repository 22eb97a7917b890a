import { type ToolSource, UnknownServer } from "./tool-source.ts";

export interface CombinedMember {
  readonly source: ToolSource;
  readonly names: readonly string[];
  /** Tools that a word can mean without a server's name before it: those of the local catalog. */
  readonly tools?: readonly string[];
}

/** Several sources as one. A server that two of them have is the first one's. */
export function combinedSource(members: readonly CombinedMember[]): ToolSource {
  /** @throws CliError (usage) for a server that none of them has */
  function of(server: string): ToolSource {
    const member = members.find(({ names }) => names.includes(server));
    if (member !== undefined) return member.source;
    throw new UnknownServer(
      server,
      members.flatMap(({ names }) => names),
      members.flatMap(({ tools = [] }) => tools),
    );
  }
  return {
    title: members.map(({ source }) => source.title).join(", "),
    servers: async (options) => {
      const lines = (await Promise.all(members.map(({ source }) => source.servers(options)))).flat();
      return lines.filter(({ name }, at) => lines.findIndex((line) => line.name === name) === at);
    },
    tools: async (server, options) => of(server).tools(server, options),
    searchEntries: async (server) => of(server).searchEntries?.(server),
    call: async (server, tool, given, options) => of(server).call(server, tool, given, options),
    resources: async (server, options) => of(server).resources(server, options),
    resourceTemplates: async (server, options) => of(server).resourceTemplates(server, options),
    read: async (server, uri, options) => of(server).read(server, uri, options),
    prompts: async (server, options) => of(server).prompts(server, options),
    getPrompt: async (server, name, given, options) => of(server).getPrompt(server, name, given, options),
    changeOf: (server, tool) => of(server).changeOf?.(server, tool),
    close: async () => {
      await Promise.all(members.map(({ source }) => source.close()));
    },
  };
}
