import { warnOnce } from '@mortise/base';
import { isDevelopment } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';

/** Where sessions are kept. Session layers of one place share them. */
export interface SessionPlace {
  /** The name of the cookie. */
  readonly cookie: string;
  /** The store, or for sessions in cookies their keys as text. */
  readonly store: unknown;
  /** The prefix of the keys in the store. */
  readonly prefix: string;
}

/**
 * Creates a function that warns once, in development, if a session layer inside another one uses its session, although
 * it was given another store, other keys or another prefix.
 */
export function nestedWarning(
  inner: SessionPlace,
): (outer: SessionPlace, request: ServerRequestInterface) => void {
  const warnNow = warnOnce('SESSION_NESTED');
  return (outer, request) => {
    const isSame = inner.store === outer.store && inner.prefix === outer.prefix;
    if (isSame || !isDevelopment(request)) return;
    warnNow(
      `a session layer inside another one, such as in a mounted application, uses the outer session, because both have the cookie ${inner.cookie}: its own store, keys and prefix are not used`,
      'For a separate session, write cookie: { name: "inner" }; for a shared one, give both layers one store and prefix.',
    );
  };
}
