import {
  type ActivityEvent,
  type ActivityFilter,
  type ActivityLine,
  activityEvents,
} from "../../store/activity-rows.ts";
import { type BadCursor, type Page, type PageRequest, pageOf } from "../paging/page.ts";
import type { ServiceOptions } from "../service-options.ts";

export type Activity = ReturnType<typeof storedActivity>;

export interface ListActivity extends PageRequest, Pick<ActivityFilter, "agent" | "kind" | "project"> {
  readonly event?: string | undefined;
  /** The agent that asks; private memories of others stay out. undefined: it has no session. */
  readonly asker: string | undefined;
}

/** No event is called so. */
export interface UnknownEvent {
  readonly status: "unknown_event";
  readonly candidates: readonly string[];
}

const maxCandidates = 5;

/** What was done, by whom and when. */
export function storedActivity({ store }: Pick<ServiceOptions, "store">) {
  return {
    /** Newest first. Every filter acts before the limit. */
    async list(request: ListActivity): Promise<Page<ActivityLine> | BadCursor | UnknownEvent> {
      const { agent, kind, project, asker, limit, cursor } = request;
      const event = activityEvents.find((known) => known === request.event);
      if (event === undefined && request.event !== undefined) {
        return { status: "unknown_event", candidates: candidatesOf(request.event) };
      }
      const filter = { agent, event, kind, project, viewer: { agent: asker } };
      return await store.read(({ activity }) =>
        pageOf<ActivityLine, ActivityLine>({
          list: ["activity", { agent, event, kind, project: project?.id }],
          cursor,
          limit,
          keyLength: 1,
          keyOf: ({ number }) => [number],
          fetch: (after, max) => activity.page({ ...filter, before: after?.[0], limit: max }),
          itemOf: (line) => line,
        }),
      );
    },
  };
}

/** Events of the same kind, or with the same ending. */
function candidatesOf(event: string): readonly ActivityEvent[] {
  const [kind, ...rest] = event.split("_");
  const ending = rest.join("_");
  const isNear = (known: string) => known.startsWith(`${kind}_`) || (ending !== "" && known.endsWith(`_${ending}`));
  return activityEvents.filter(isNear).slice(0, maxCandidates);
}
