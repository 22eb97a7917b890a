/** Pairs two lists by name: index in the base, index in the head; first those of the base, then the new ones. */
export function indexPairs(
  base: readonly { readonly name: string }[],
  head: readonly { readonly name: string }[],
): readonly (readonly [number | undefined, number | undefined])[] {
  const inBase = new Map(base.map((one, index) => [one.name, index]));
  const inHead = new Map(head.map((one, index) => [one.name, index]));
  return [
    ...base.map((one, index) => [index, inHead.get(one.name)] as const),
    ...head.flatMap((one, index) => (inBase.has(one.name) ? [] : [[undefined, index] as const])),
  ];
}
