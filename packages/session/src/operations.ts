/** A session's values by key, with a null prototype so that no key is special. */
export type SessionData = Record<string, unknown>;

/** One change to a session. It can run several times, each time on the data stored at that moment. */
export type Operation = (data: SessionData) => void;

/** One request's changes, in order. */
export interface SessionChanges {
  /**
   * `keep`: keep the id. `renew`: store under a new id. `end`: delete the session; values set by `after` start a new
   * one.
   */
  readonly mode: 'keep' | 'renew' | 'end';

  /** Operations before `regenerate`, or all operations if neither `regenerate` nor `destroy` was called. */
  readonly before: readonly Operation[];

  /** Operations after `regenerate` or `destroy`. */
  readonly after: readonly Operation[];
}

/** Returns a copy of the data with the operations applied. @param data parsed from the stored text; not changed */
export function applied(
  data: SessionData,
  ...lists: readonly (readonly Operation[])[]
): SessionData {
  const copy = Object.assign(Object.create(null), data) as SessionData;
  for (const operations of lists) for (const operation of operations) operation(copy);
  return copy;
}
