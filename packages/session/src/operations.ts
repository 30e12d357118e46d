/** The values of a session by key: a null prototype, every key is an ordinary one. */
export type SessionData = Record<string, unknown>;

/** One change of a session. It may be applied several times, each time to what is stored by then. */
export type Operation = (data: SessionData) => void;

/** Changes of one request, in order. */
export interface SessionChanges {
  /** `renew`: under a new id. `end`: the session is deleted, and `after` begins another. */
  readonly mode: 'keep' | 'renew' | 'end';

  /** Before `regenerate`; all of them where neither it nor `destroy` was called. */
  readonly before: readonly Operation[];

  /** After `regenerate` or `destroy`. */
  readonly after: readonly Operation[];
}

/** Applies operations to a copy. @param data parsed from what is stored; its values are not changed */
export function applied(
  data: SessionData,
  ...lists: readonly (readonly Operation[])[]
): SessionData {
  const copy = Object.assign(Object.create(null), data) as SessionData;
  for (const operations of lists) for (const operation of operations) operation(copy);
  return copy;
}
