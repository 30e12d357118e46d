/**
 * Something that a message knows, or finds out when it is first asked.
 *
 * Copies of a message share its facts, so that each is found out once for all of them, and a `with*`
 * puts another fact in its place.
 */
export type Fact<T> = () => T;

/** A fact that is known already. */
export function known<T>(value: T): Fact<T> {
  return () => value;
}

/** A fact that is computed when it is first asked for; a failure is no answer, so the next asks again. */
export function computed<T>(compute: () => T): Fact<T> {
  let answer: { readonly value: T } | undefined;
  return () => (answer ??= { value: compute() }).value;
}
