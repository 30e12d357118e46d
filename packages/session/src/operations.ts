/** The values of a session by key: a null prototype, no key is special. */
export type SessionData = Record<string, unknown>;

/** One change of a session. It can be applied several times, each time to the data that are stored then. */
export type Operation = (data: SessionData) => void;

/** Changes of one request, in order. */
export interface SessionChanges {
  /** `renew`: under a new id. `end`: the session is deleted, and `after` starts another. */
  readonly mode: 'keep' | 'renew' | 'end';

  /** Operations before `regenerate`; all of them if neither it nor `destroy` was called. */
  readonly before: readonly Operation[];

  /** After `regenerate` or `destroy`. */
  readonly after: readonly Operation[];
}

/** Applies operations to a copy. @param data parsed from the stored text; its values are not changed */
export function applied(
  data: SessionData,
  ...lists: readonly (readonly Operation[])[]
): SessionData {
  const copy = Object.assign(Object.create(null), data) as SessionData;
  for (const operations of lists) for (const operation of operations) operation(copy);
  return copy;
}
