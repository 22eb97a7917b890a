/** A function whose result is computed once for each object. */
export function oncePerObject<Of extends object, Value extends object>(
  compute: (object: Of) => Value,
): (object: Of) => Value {
  const known = new WeakMap<Of, Value>();
  return (object) => {
    const value = known.get(object) ?? compute(object);
    known.set(object, value);
    return value;
  };
}
