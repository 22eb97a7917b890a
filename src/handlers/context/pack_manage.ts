import { ok } from "pegboard/runtime";
import type { PackManage, PackManageInput } from "../../../generated/contracts/pack_manage.ts";
import { errors } from "../../../generated/errors.ts";
import type { Pack, WrittenPack } from "../../services/context/packs.ts";
import type { Writer } from "../../store/activity-rows.ts";
import { type Deps, type ToolHandler, writerOf } from "../deps.ts";
import { findMemory, findPack, findTask } from "../find.ts";
import { wirePack } from "./wire-pack.ts";

type Case<Action extends PackManageInput["action"]> = Extract<PackManageInput, { readonly action: Action }>;

export const packManage: ToolHandler<PackManage> = async (input, deps, call) => {
  const writer = writerOf(call.session);
  switch (input.action) {
    case "create":
      return create(input, deps, writer);
    case "update":
      return update(input, deps, writer);
    case "add_memory":
      return addMemory(input, deps, writer);
    case "add_task":
      return addTask(input, deps, writer);
  }
};

async function create(input: Case<"create">, { packs }: Deps, writer: Writer) {
  const { name, type, status = "draft", description = "", tags = [] } = input;
  return written(await packs.create({ name, type, status, description, tags, writer }));
}

async function update(input: Case<"update">, { packs }: Deps, writer: Writer) {
  const found = await findPack(packs, input.pack);
  if (!found.ok) return found;
  const { name, description, status } = input;
  if (name === undefined && description === undefined && status === undefined) {
    return errors.nothingToChange({ action: input.action });
  }
  return written(await packs.update({ packId: found.thing.id, name, description, status, writer }));
}

async function addMemory(input: Case<"add_memory">, { packs, memories }: Deps, writer: Writer) {
  const found = await findPack(packs, input.pack);
  if (!found.ok) return found;
  const memory = await findMemory(memories(writer.agent), input.memory);
  return memory.ok ? changed(await packs.addMemory(found.thing.id, memory.thing.id, writer)) : memory;
}

async function addTask(input: Case<"add_task">, { packs, tasks }: Deps, writer: Writer) {
  const found = await findPack(packs, input.pack);
  if (!found.ok) return found;
  const task = await findTask(tasks, input.task, writer.agent);
  return task.ok ? changed(await packs.addTask(found.thing.id, task.thing.id, writer)) : task;
}

function changed(pack: Pack) {
  return ok(wirePack(pack), { where: `pack ${pack.name}` });
}

function written({ status, pack }: WrittenPack<string>) {
  return status === "name_taken" ? errors.packExists({ name: pack.name, pack: pack.id }) : changed(pack);
}
