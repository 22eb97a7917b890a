/** What an older system does wrong, and a copy of it would too, with the test that shows that it is not so here. */
export interface Trap {
  readonly of: "zetmem" | "ai-memory";
  readonly trap: string;
  readonly file: string;
  /** The whole name of the test. */
  readonly test: string;
}

const traps = (
  of: Trap["of"],
  file: string,
  rows: readonly (readonly [trap: string, test: string])[],
): readonly Trap[] => rows.map(([trap, test]) => ({ of, trap, file, test }));

const zetmem = "test/process/compat/traps/zetmem-traps.test.ts";
const aiMemory = "test/process/compat/traps/ai-memory-traps.test.ts";
const profiles = "test/process/profiles";
const params = "test/process/compat/params/param-effects.test.ts";

export const allTraps: readonly Trap[] = [
  ...traps("zetmem", zetmem, [
    [
      "create and init store nothing: a workspace is there only with its first memory",
      "a workspace that was made is there before its first memory, and can't be made twice",
    ],
    [
      "a relevance is a distance by one formula here and another there, and the thresholds mean nothing",
      "a relevance is a share from 0 to 1, and min_relevance is compared with just that",
    ],
    [
      "four spellings of the workspace, without a word on which is old",
      "each spelling of the workspace names the same one, and the old ones say until when they are there",
    ],
    [
      "three of seven tools have no guidance, and nothing checks the names in it",
      "each tool has its guidance, it stands in the guide, and names only tools that are there",
    ],
    [
      "the schema is never checked: a wrong type is the default in silence",
      "what is published is what is checked: each type, each word of a list and each limit",
    ],
    [
      "tools/list has another order each time",
      "two servers list the same tools in the same order, and one server does so each time",
    ],
    ["a result is prose only", "a result is structured, and its text says the same"],
    [
      "without a key of an LLM nothing can be stored",
      "without a key and without a network a memory is stored, found and linked",
    ],
    [
      "'./X' is one workspace when it is checked and another when it is made; retrieve checks no id",
      "a relative path is one workspace, however often it is read, and a memory is found where it was stored",
    ],
    [
      "the match reason knows letter case, a comma cuts a tag in two",
      "the reason of a match knows no letter case, and a tag with a comma stays one",
    ],
    [
      "evolve counts what it does not do, and one memory twice",
      "a memory counts as evolved once, the counters are those of the links, and a project without a name is refused or whole",
    ],
    ["max_results has no upper bound", "no number of results means the usual five, and there is a most"],
    ["nothing found looks like a success with a hint in its prose", "nothing found says so, and what to try"],
  ]),
  ...traps("zetmem", `${profiles}/zetmem.test.ts`, [
    [
      "name and description of a workspace are echoed and forgotten",
      "keeps workspaces over a restart, and says which are there",
    ],
    [
      "evolve changes nothing, links are never written, and nothing can be taken back",
      "evolves what it says, and only that; today's name takes it back",
    ],
    [
      "every example of the guide calls tools that are not there",
      "the guide speaks of the tools that the client knows, and of no other",
    ],
    [
      "what is stored is not found by what its author wrote about it: the context is dropped",
      "is enough to store and to retrieve",
    ],
  ]),
  ...traps("zetmem", params, [["a param is accepted and does nothing", "all of them"]]),
  ...traps("ai-memory", aiMemory, [
    [
      "forget {tier: 'lng'} drops the filter and deletes the whole namespace",
      "a filter of forget that can't be read deletes nothing",
    ],
    ["dry_run: 'true' really deletes", "a dry run that is not a boolean does not really delete"],
    [
      "unknown keys are dropped in silence, on destructive tools too",
      "a destructive tool refuses what it does not know, others say that they ignore it and what was meant",
    ],
    ["what is restored keeps its past end, and is collected again", "what is restored stays, also after its time"],
    ["links are not archived", "links stay with a memory that is archived, and are there when it is restored"],
    ["a recall shortens the life of a fresh mid memory", "a recall never shortens a life"],
    [
      "filters act after the cut, so a list is not full",
      "filters act before the limit: a list is full as long as there is what passes",
    ],
    ["the list is cut before it is ranked", "what is best is ranked before the list is cut"],
    [
      "no enum, no range and few defaults are in the list; descriptions are cut at 32 characters",
      "enums, ranges and defaults are in the list, and no description is cut",
    ],
    [
      "the usual form of an answer has no content and hides whose it is",
      "every form of an answer shows what the memories say, and whose they are where it is asked",
    ],
    [
      "a param that no list shows purges what others stored",
      "a purge asks first, and leaves the private memories of other agents, whatever it is given",
    ],
    ["a merge overwrites priority and confidence that it was not given", "a merge keeps what it is not given"],
    [
      "null does not take an end away, though it is documented",
      "null takes the end of a life away, and an empty text is refused",
    ],
    ["a list has no pages", "a list has pages that show everything once"],
    [
      "a budget counts what is not shown, and the first result breaks it",
      "a budget counts what is shown, and the first that is too long is cut to it",
    ],
    [
      "consolidation deletes its sources, and links to none of them",
      "what consolidates is not gone: its sources are archived, linked and can be brought back",
    ],
    ["a walk may go in circles", "reflections have no circle, and a walk through any other ends"],
    [
      "without a model the text operations are errors",
      "where no model is, each text operation has an answer, and says that words made it",
    ],
    [
      "reading an inbox marks nothing, and a title overwrites a message",
      "an inbox marks what it shows, and two messages of one title stay two",
    ],
    ["who asks may approve it himself", "who approves what is not here at all"],
  ]),
  ...traps("ai-memory", "test/process/compat/finding-tools.test.ts", [
    [
      "load_family loads no tools: it looks for memories with a key that nothing writes",
      "memory_load_family gives the tools of a family, which the proxy tools call",
    ],
    ["smart_load the same", "memory_smart_load ranks tools for an intent, and says what there is where none is meant"],
    [
      "capabilities show schemas of tools that can't be called",
      "memory_capabilities tells the catalog, a family, and its definitions",
    ],
  ]),
  ...traps("ai-memory", `${profiles}/ai-memory.test.ts`, [
    [
      "a tool outside the profile is unknown, whatever was loaded",
      "finds what its list does not show, and calls it through the tools that are listed",
    ],
  ]),
  ...traps("ai-memory", `${profiles}/upkeep.test.ts`, [
    [
      "search can't be filtered by source, though its handler reads one",
      "finds memories that hold all words, with every filter before the limit",
    ],
    ["a summary drops what does not fit, without a word", "warns where a summary lacks parts of its sources"],
  ]),
  ...traps("ai-memory", `${profiles}/ai-memory-sessions.test.ts`, [
    [
      "a captured turn goes past every check, and its metadata can say another role",
      "captures a turn once, though it comes again, at once, later, and after a restart",
    ],
    [
      "a session begins with what was written last, though it is documented as what matters",
      "begins with the memories that matter most, with their contents in every form",
    ],
  ]),
  ...traps("ai-memory", `${profiles}/private-memories.test.ts`, [
    [
      "list, get and the archive show private memories of others",
      "a memory is shared, unless its agent says that it is private",
    ],
    [
      "a merge betrays or overwrites another agent's memory",
      "no check for similar memories and no merge betrays or changes it",
    ],
  ]),
  ...traps("ai-memory", `${profiles}/ai-memory-lifecycle.test.ts`, [
    [
      "an update overwrites what somebody else has changed meanwhile",
      "updates parts of a memory, and refuses what is based on an older version",
    ],
  ]),
  ...traps("ai-memory", params, [["handlers read params that no list shows", "all of them"]]),
  ...traps("ai-memory", "test/catalog-diff.test.ts", [
    [
      "types and limits may change without anybody noticing: the snapshot pins names alone",
      "nothing that callers use was removed or narrowed since the last release",
    ],
  ]),
];
