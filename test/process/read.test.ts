import { afterAll, beforeAll, expect, it } from "vitest";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { pegboard } from "./run-pegboard.ts";

// `pegboard read` in a project whose author is still at work: what went wrong, and where.

const resource = (name: string) => ({
  [`schema/resources/${name}.yaml`]: `title: A day
description: Notes of a day.
uri: notes://${name}
mime_type: text/plain
computed: true
`,
});

const failing = `import type { ResourceHandler } from "pegboard/runtime";
import type { FailingVariables } from "../../generated/resources/failing.ts";
import type { Deps } from "../handlers/deps.ts";

export const failing: ResourceHandler<FailingVariables, Deps> = () => {
  throw new Error("boom");
};
`;

const unavailable = `import { HostUnavailable, type OpenHost } from "pegboard/runtime";
import type { Deps } from "./handlers/deps.ts";

export const openHost: OpenHost<Deps> = ({ env }) => {
  if (env.NOTES_DOWN !== undefined) throw new HostUnavailable("the notes are closed", "later");
  return { deps: { notes: new Map() }, close: async () => undefined };
};
`;

let project: NotesProject;
beforeAll(async () => {
  project = await makeNotesProject({
    ...resource("failing"),
    ...resource("unwritten"),
    "src/resources/failing.ts": failing,
    "src/host.ts": unavailable,
  });
});
afterAll(() => project.remove());

const read = (uri: string, env = {}) => pegboard(["read", uri, "--catalog", project.folder], { env });

it("a handler that throws is shown with the place that the author wrote, and is not reported as a bug of ours", async () => {
  const { code, stdout, stderr } = await read("notes://failing");
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatch(/^Error: boom\n +at failing \(.*src\/resources\/failing\.ts:6:9\)$/m);
  expect(stderr).toContain("error: the resource 'notes://failing' can't be read: its handler failed\n");
  expect(stderr).not.toContain("bug in pegboard");
});

it("a handler that is not written yet is named by its file, without a stack", async () => {
  const { code, stdout, stderr } = await read("notes://unwritten");
  expect({ code, stdout, stderr }).toEqual({
    code: 3,
    stdout: "",
    stderr:
      "error: the resource 'notes://unwritten' can't be read: the handler is not written yet: src/resources/unwritten.ts\n",
  });
});

it("a host that is unavailable says why, as for a call", async () => {
  const { code, stdout, stderr } = await read("notes://failing", { NOTES_DOWN: "1" });
  expect({ code, stdout, stderr }).toEqual({
    code: 5,
    stdout: "",
    stderr: "error: HOST_UNAVAILABLE: the notes are closed\n",
  });
});
