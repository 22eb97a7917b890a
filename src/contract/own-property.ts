/** Sets a key that came from outside. Plain assignment of a key `__proto__` would change the prototype of the object instead. */
export function setOwn<Value>(target: { [key: string]: Value }, key: string, value: Value): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** The value of an own key; inherited ones (`constructor`, `toString`) count as absent. */
export function ownValue<Value>(target: { readonly [key: string]: Value }, key: string): Value | undefined {
  return Object.hasOwn(target, key) ? target[key] : undefined;
}

/** The members that are not undefined: what is absent has no key. */
export function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]?: Exclude<T[K], undefined> }; // the same, without those
}
