import { ok, okList } from "pegboard/runtime";
import type { ActivityList } from "../../../generated/contracts/activity_list.ts";
import { errors } from "../../../generated/errors.ts";
import type { ActivityLine as WireLine } from "../../../generated/types.ts";
import type { ActivityLine } from "../../store/activity-rows.ts";
import type { ToolHandler } from "../deps.ts";
import { findProject } from "../find.ts";
import { dateTime } from "../instant.ts";
import { wirePage } from "../page.ts";

export const activityList: ToolHandler<ActivityList> = async (input, { activity, projects }, call) => {
  const found = input.project === undefined ? undefined : await findProject(projects, input.project, call.session);
  if (found?.ok === false) return found;
  const { project: _project, event, ...rest } = input;
  const page = await activity.list({ ...rest, event, project: found?.thing, asker: call.session?.agent });
  if ("status" in page) {
    if (page.status === "bad_cursor") return errors.cursorInvalid({});
    return errors.eventUnknown({ event: event ?? "", candidates: page.candidates });
  }
  const where = found === undefined ? "all projects" : `project ${found.thing.name}`;
  return okList(page.items.length, (count) => ok(wirePage(page.first(count), wireLine), { where }));
};

function wireLine({ event, subject, title, project, agent, at }: ActivityLine): WireLine {
  return { event, subject, title, project, agent, at: dateTime(at) };
}
