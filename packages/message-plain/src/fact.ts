/**
 * A value of a message that is known, or computed on first use.
 *
 * Copies of a message share its facts, so that each is computed once for all of them, and a `with*`
 * replaces a fact.
 */
export type Fact<T> = () => T;

/** Creates a fact with a known value. */
export function known<T>(value: T): Fact<T> {
  return () => value;
}

/** Creates a fact that is computed on first use; after a failure the next use computes it again. */
export function computed<T>(compute: () => T): Fact<T> {
  let answer: { readonly value: T } | undefined;
  return () => (answer ??= { value: compute() }).value;
}
