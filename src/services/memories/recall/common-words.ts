// English words that stand in texts about anything. That a memory holds one tells less than how rare it is in a store of a few hundred
// memories, and that none holds it tells little.
import { once } from "../../../contract/once.ts";

const commonWords = once(
  () =>
    new Set(
      `
  time times year years day days week weeks month months hour hours minute minutes moment today tomorrow yesterday
  people person man woman thing part parts place places case cases point points side end kind kinds sort type name names called
  number numbers lot lots bit fact idea reason reasons word words example course matter
  good bad better best worse worst big small long short old new high low great little important different right wrong sure able
  possible special main whole full real true exact exactly nearly almost maybe perhaps probably usually sometimes often always never
  recently lately soon later early late ago away back together again actually especially
  use used uses using want wanted wants need needed needs think thinks thought thinking see saw seen look looks looked looking
  come comes came coming take takes took taken taking find finds found give gives gave given tell tells
  ask asks asked asking seem seems seemed feel feels felt try tries tried trying leave left call calls keep keeps kept
  let begin began start started happen happens happened show shows showed put puts mean means meant set become became
  talk talked talking discuss discussed mention mentioned mentions believe believes hear heard speak spoke explained
  help helped work works worked working plan plans planned decide decided like liked likes love loved prefer prefers
  bring brought turn turned move moved live lives lived stay stayed hold held last first second next previous former current
  order done question answer answered reply recommend suggest suggested
  going since until ever exactly currently originally finally
  two three four five six seven eight nine ten
  `
        .trim()
        .split(/\s+/u),
    ),
);

export function isCommonWord(word: string): boolean {
  return commonWords().has(word);
}
