/**
 * What the inventory of Ramorie says is wrong there, in short, by the section that says it. Each has a row among the defects, a test
 * that is named, or a reason.
 */
export const inventoryDefects: Readonly<Record<string, readonly string[]>> = {
  "1 sources: where the seed disagrees with the code": [
    "only three writes ask for a session",
    "an empty list is {data: null}",
    "a result is one text and nothing structured",
  ],
  "2 server-wide: input schema, numbers, annotations, errors, ids, casing, pagination": [
    "the schemas have no enums, limits or descriptions",
    "a negative limit means no limit",
    "tools have no annotations",
    "an error is the raw status and body of the service",
    "arguments that break the schema are a protocol error",
    "subtasks and dependencies need a whole id",
    "the same thing is taskId in one tool and task_id in another",
    "the same thing is packId in one tool and pack_id in another",
    "only the first page of a list is read",
    "a cursor that is garbage means the beginning",
  ],
  "3.1 essential tools": [
    "a briefing leaves out what could not be read",
    "a briefing is not decrypted",
    "a search does not match what is encrypted",
    "an unknown priority becomes medium",
    "the description becomes the title, and the description stays empty",
    "the type of what is encrypted is neither checked nor sent",
    "the type of recall is ignored",
    "recall never returns the type",
  ],
  "3.2 common tools": [
    "notes are not decrypted",
    "notes are encrypted with the key of the person",
    "what is linked to a pack is not decrypted",
    "the status is ignored",
    "a decision can't be for a project",
  ],
  "3.3 advanced tools": [
    "a description is required by the schema alone",
    "org_id is never sent, and nothing reads the active organisation",
    "the guard of similar projects is left out when it fails",
    "what is encrypted is moved under the wrong key",
    "nothing deletes a subtask",
  ],
  "4 actions": [
    "params that one action needs are required of all, or of none",
    "progress without a number takes it back to 0",
    "a new pack is always a draft",
    "an update can't empty a field or change tags, and nothing is ever taken out",
    "what is added replaces what is there",
    "changes of a pack have no lock",
    "create ignores the priority",
    "complete leaves the status",
    "a subtask is changed through any task",
    "an update of nothing is a success",
    "a cycle is not looked for",
    "any other direction means dependents",
    "create has lost its defaults, and the project is not resolved",
    "a list of plans has no default limit, and its project is not resolved",
    "omitting both flags of apply applies nothing",
    "apply does not look whether the plan is completed",
    "a plan can't be started or resumed by an agent",
    "what is applied twice is made twice",
  ],
  "5.1 resolution of projects": [
    "names are compared with their letter case",
    "one letter of an id is enough, and an earlier id wins over a name",
    "ambiguous ids of projects are not noticed",
    "what is not found is said without candidates",
    "recall in a project that is not there looks in all of them",
  ],
  "5.2 sessions": [
    "a process has one session for all of its clients",
    "to set an agent up again overwrites the session",
    "a session stays open for the next user who starts the server",
  ],
  "5.4 vault": [
    "a locked vault answers with a placeholder as if it were the text",
    "a locked placeholder is found by its own words",
    "the guard of duplicates skips what it can't read",
    "an unlocked vault of another process is not seen",
    "the key of a session lies in a file as it is",
    "encrypted calls send no scope",
  ],
  "5.5 types and duplicates": [
    "a type is advertised that is refused",
    "a keyword inside another word decides the type",
    "texts that are not ASCII are never similar",
    "what is similar comes in any order",
  ],
  "5.6 recall": [
    "the order of equal scores is unstable",
    "a limit switches the relations off",
    "a tag is found only where the tags are a list of texts",
    "recall finds no decisions",
  ],
  "6 data model": [
    "progress is written and never read",
    "tags are a list or an object",
    "numbers of decisions have races",
  ],
  "7 history of the tools": [
    "tools vanish without an alias or a notice",
    "a renamed action is unknown by its other name",
    "an unknown action is taken for list",
    "a search needs a project",
    "to complete or change a subtask takes its task too",
    "the later names of a plan lose its defaults",
  ],
  "8 what breaks": [
    "the list of tools costs too many tokens",
    "a tool without params has no schema of an object",
    "what belongs to one project is shown in another",
    "a name that contains another one is taken for it",
    "a param is accepted and does nothing",
    "a second catalogue of the tools is kept by hand",
  ],
};

/** Defects that can't be shown, with the reason. */
export const notShown: Readonly<Record<string, string>> = {
  "a briefing leaves out what could not be read": "a briefing is one read of the store: it fails as a whole",
  "the key of a session lies in a file as it is":
    "so it does here, for some hours: in memory where the system has a folder for it, for its owner alone, with an end (docs/vault.md)",
};
