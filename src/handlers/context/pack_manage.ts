import { ok, type PreviewedHandler } from "pegboard/runtime";
import type { PackManage, PackManageInput } from "../../../generated/contracts/pack_manage.ts";
import { errors } from "../../../generated/errors.ts";
import type { CreatedPack } from "../../services/context/packs.ts";
import type { UpdatedPack } from "../../services/context/update-pack.ts";
import { controlInLine } from "../../services/namespaces/control-characters.ts";
import type { Writer } from "../../store/activity-rows.ts";
import { type Deps, writerOf } from "../deps.ts";
import { findMemory, findPack, findTask } from "../find.ts";
import { contentsOf, textsOf, wirePack } from "./wire-pack.ts";

type Case<Action extends PackManageInput["action"]> = Extract<PackManageInput, { readonly action: Action }>;

export const packManage: PreviewedHandler<PackManage, Deps> = {
  /** Only emptying is confirmed. */
  async preview(input, { packs }) {
    const found = await findPack(packs, "pack" in input ? input.pack : "");
    if (!found.ok) return found;
    const { name, contexts } = found.thing;
    const texts = contexts.length === 0 ? "" : `, but its ${textsOf(found.thing)} are`;
    return ok(`take ${contentsOf(found.thing)} out of the pack '${name}'; they are not deleted${texts}`);
  },
  async run(input, deps, call) {
    const writer = writerOf(call.session);
    switch (input.action) {
      case "create":
        return create(input, deps, writer);
      case "update":
        return update(input, deps, writer);
      case "empty":
        return empty(input, deps, writer);
      case "add_memory":
      case "remove_memory":
        return changeMemory(input, deps, writer);
      case "add_task":
      case "remove_task":
        return changeTask(input, deps, writer);
      case "add_context":
      case "remove_context":
        return changeContext(input, deps, writer);
    }
  },
};

async function create(input: Case<"create">, { packs }: Deps, writer: Writer) {
  const { name, type, status = "draft", description = "", tags = [] } = input;
  return written(await packs.create({ name, type, status, description, tags, writer }), name);
}

async function update(input: Case<"update">, { packs }: Deps, writer: Writer) {
  const found = await findPack(packs, input.pack);
  if (!found.ok) return found;
  const { name, type, description, status, tags } = input;
  const change = { name, type, description, status, tags };
  if (Object.values(change).every((value) => value === undefined)) {
    return errors.nothingToChange({ action: input.action, params: Object.keys(change) });
  }
  return written(await packs.update({ packId: found.thing.id, ...change, writer }), input.pack);
}

async function empty(input: Case<"empty">, { packs }: Deps, writer: Writer) {
  const found = await findPack(packs, input.pack);
  return found.ok ? written(await packs.empty(found.thing.id, writer), input.pack) : found;
}

async function changeMemory(input: Case<"add_memory" | "remove_memory">, { packs, memories }: Deps, writer: Writer) {
  const found = await findPack(packs, input.pack);
  if (!found.ok) return found;
  const memory = await findMemory(memories(writer.agent), input.memory);
  if (!memory.ok) return memory;
  const change = input.action === "add_memory" ? packs.addMemory : packs.removeMemory;
  const filled = await change(found.thing.id, memory.thing.id, writer);
  // Deleted between the two reads.
  if (filled.status === "item_not_found") return errors.memoryNotFound({ memory: input.memory });
  return written(filled, input.pack);
}

async function changeTask(input: Case<"add_task" | "remove_task">, { packs, tasks }: Deps, writer: Writer) {
  const found = await findPack(packs, input.pack);
  if (!found.ok) return found;
  const task = await findTask(tasks, input.task, writer.agent);
  if (!task.ok) return task;
  const change = input.action === "add_task" ? packs.addTask : packs.removeTask;
  const filled = await change(found.thing.id, task.thing.id, writer);
  // Deleted between the two reads.
  if (filled.status === "item_not_found") return errors.taskNotFound({ task: input.task });
  return written(filled, input.pack);
}

async function changeContext(input: Case<"add_context" | "remove_context">, { packs }: Deps, writer: Writer) {
  const { context: name } = input;
  const character = controlInLine(name);
  if (character !== undefined) return errors.controlCharacter({ param: "context", character });
  const found = await findPack(packs, input.pack);
  if (!found.ok) return found;
  const { id } = found.thing;
  const changed =
    input.action === "add_context"
      ? await packs.putContext(id, { name, text: input.text }, writer)
      : await packs.removeContext(id, name, writer);
  return written(changed, input.pack);
}

/** @param asked what the caller called the pack */
function written(outcome: CreatedPack | UpdatedPack, asked: string) {
  switch (outcome.status) {
    case "created":
    case "updated":
      return ok(wirePack(outcome.pack), { where: `pack ${outcome.pack.name}` });
    case "name_taken":
      return errors.packExists({ name: outcome.pack.name, pack: outcome.pack.id });
    case "not_found":
      return errors.packNotFound({ pack: asked, candidates: [] });
  }
}
