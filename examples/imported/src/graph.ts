// The knowledge graph of the original server, in memory. Results keep its spelling (`entityType`), which its callers read.

export type Entity = { readonly name: string; readonly entityType: string; readonly observations: readonly string[] };
export type Relation = { readonly from: string; readonly to: string; readonly relationType: string };
type GraphPart = { readonly entities: readonly Entity[]; readonly relations: readonly Relation[] };

export interface Graph {
  /** @returns those that are new */
  addEntities(entities: readonly Entity[]): readonly Entity[];
  /** @returns those that are new */
  addRelations(relations: readonly Relation[]): readonly Relation[];
  /** @returns the texts that are new, or undefined when there is no such entity */
  addObservations(name: string, contents: readonly string[]): readonly string[] | undefined;
  /** Removes entities and all their relations. */
  removeEntities(names: readonly string[]): void;
  removeObservations(name: string, contents: readonly string[]): void;
  removeRelations(relations: readonly Relation[]): void;
  /** @returns the entities that match, with the relations of at least one of them */
  part(matches: (entity: Entity) => boolean): GraphPart;
}

export function createGraph(): Graph {
  const entities = new Map<string, Entity>();
  const relations = new Map<string, Relation>();
  return {
    addEntities(added) {
      return added.filter((entity) => {
        const isNew = !entities.has(entity.name);
        if (isNew) entities.set(entity.name, entity);
        return isNew;
      });
    },
    addRelations(added) {
      return added.filter((relation) => {
        const isNew = !relations.has(keyOf(relation));
        if (isNew) relations.set(keyOf(relation), relation);
        return isNew;
      });
    },
    addObservations(name, contents) {
      const entity = entities.get(name);
      if (entity === undefined) return undefined;
      const added = contents.filter((content) => !entity.observations.includes(content));
      entities.set(name, { ...entity, observations: [...entity.observations, ...added] });
      return added;
    },
    removeEntities(names) {
      for (const name of names) entities.delete(name);
      for (const [key, { from, to }] of relations) {
        if (names.includes(from) || names.includes(to)) relations.delete(key);
      }
    },
    removeObservations(name, contents) {
      const entity = entities.get(name);
      if (entity === undefined) return;
      const observations = entity.observations.filter((observation) => !contents.includes(observation));
      entities.set(name, { ...entity, observations });
    },
    removeRelations(removed) {
      for (const relation of removed) relations.delete(keyOf(relation));
    },
    part(matches) {
      const found = [...entities.values()].filter(matches);
      const names = new Set(found.map(({ name }) => name));
      return {
        entities: found,
        relations: [...relations.values()].filter(({ from, to }) => names.has(from) || names.has(to)),
      };
    },
  };
}

function keyOf({ from, to, relationType }: Relation): string {
  return JSON.stringify([from, to, relationType]);
}
