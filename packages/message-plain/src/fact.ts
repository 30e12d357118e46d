/**
 * A part of a message that is known, or computed on first use.
 *
 * Copies of a message share its facts, so each is computed once for all copies; a `with*` replaces a fact.
 */
export type Fact<T> = () => T;

/** Creates a fact with a known value. */
export function known<T>(value: T): Fact<T> {
  return () => value;
}

/** Creates a fact that is computed on first use; if that fails, the next use tries again. */
export function computed<T>(compute: () => T): Fact<T> {
  let answer: { readonly value: T } | undefined;
  return () => (answer ??= { value: compute() }).value;
}
