/**
 * Merges options; the inner ones take precedence. Unlike a spread, it keeps inherited members, such as the getters of a
 * class, which `options` reads too. They are not enumerable in the result, because only names of own members are checked.
 *
 * @param omitted names of own members to remove from the result
 */
export function merged<A extends object, B extends object, N extends keyof A = never>(
  outer: A,
  inner: B,
  omitted: readonly N[] = [],
): Omit<A, keyof B | N> & B {
  const both = [outer, inner];
  const result = both.every(isPlain) ? { ...outer, ...inner } : withInherited(both);
  for (const name of omitted) Reflect.deleteProperty(result, name);
  return result as Omit<A, keyof B | N> & B;
}

function withInherited(both: readonly object[]): object {
  const result = {};
  for (const each of both) {
    if (!isPlain(each)) addInherited(result, each);
    for (const [name, value] of Object.entries(each) as [string, unknown][]) {
      Object.defineProperty(result, name, { value, enumerable: true, configurable: true });
    }
  }
  return result;
}

/** Adds getters, because the getter of a class with private fields works only on its own object, and can be slow. */
function addInherited(result: object, each: object): void {
  // With the prototype, an object without options is still refused, and the result is not plain.
  Object.setPrototypeOf(result, Object.getPrototypeOf(each) as object);
  for (let from = each; !isLast(from); from = Object.getPrototypeOf(from) as object) {
    for (const name of Object.getOwnPropertyNames(from)) {
      const get = (): unknown => each[name as never];
      Object.defineProperty(result, name, { get, configurable: true });
    }
  }
}

/** Whether all members are own ones. */
function isPlain(object: object): boolean {
  const prototype = Object.getPrototypeOf(object) as object | null;
  return prototype === null || isLast(prototype);
}

/** Whether an object is the prototype of plain ones. */
function isLast(object: object): boolean {
  return Object.getPrototypeOf(object) === null;
}
