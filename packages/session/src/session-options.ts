import {
  clock,
  choice,
  integer,
  methods,
  nested,
  observer,
  options,
  or,
  randomSource,
  text,
} from '@mortise/base/options';
import { MAX_TTL, type StoreInterface } from '@mortise/store';
import { type SessionCookie, sessionCookie } from './session-cookie-options.js';
import { ABSOLUTE_TTL, IDLE_TTL } from './session-record.js';
import type { SessionEvent } from './store-alarm.js';

/** Options of {@link session}. */
export interface SessionOptions {
  /** Where sessions are kept: `memoryStore()`, or a store shared by several processes. */
  readonly store: StoreInterface;

  /** Attributes of the session's cookie. Default: the defaults of {@link SessionCookie}. */
  readonly cookie?: SessionCookie | undefined;

  /** Milliseconds without a request after which a session ends; default 2 hours. */
  readonly idleTtl?: number | undefined;

  /** Milliseconds after its creation at which a session ends, even if it is in use; default 7 days. */
  readonly absoluteTtl?: number | undefined;

  /** Maximum bytes of a session as JSON; default 65,536. */
  readonly maxBytes?: number | undefined;

  /** Prefix of the keys in the store, up to 128 characters; default `'session:'`. */
  readonly prefix?: string | undefined;

  /**
   * What happens while the store is down. `'refuse'` (default): every use of a session that could not be loaded throws
   * the store's error, a 503, and so does storing changes; requests that need no session are served. `'pass'`: the
   * session is empty and is not stored. In both cases, a request that calls `destroy` fails with the store's error. A
   * server error of the handler takes precedence.
   */
  readonly whenDown?: 'refuse' | 'pass' | undefined;

  /**
   * Called with `session-dropped` when changes are dropped, and, at most once a minute, with `store-down`. If it throws
   * or rejects, the failure is written to the console.
   */
  readonly onEvent?: ((event: SessionEvent) => void) | undefined;

  /** The clock, in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;

  /** The source of random bytes for ids; default `crypto.getRandomValues`. */
  readonly random?: ((bytes: number) => Uint8Array) | undefined;
}

const STORE_METHODS = ['get', 'compareAndSet', 'delete', 'touch'];
/** The rules and defaults of {@link SessionOptions}. */
export const declaredSession = options<SessionOptions>()(
  'session',
  {
    store: methods('a store from @mortise/store', ...STORE_METHODS),
    cookie: nested(sessionCookie),
    idleTtl: or(integer(1, MAX_TTL, 'milliseconds'), IDLE_TTL),
    absoluteTtl: or(integer(1, MAX_TTL, 'milliseconds'), ABSOLUTE_TTL),
    maxBytes: or(integer(1, undefined, 'bytes'), 65_536),
    prefix: or(text(128), 'session:'),
    whenDown: or(choice('refuse', 'pass'), 'refuse'),
    onEvent: observer,
    now: clock,
    random: randomSource,
  },
  {
    secret: 'no secret: the id in the cookie is random',
    keys: 'cookieSession({ keys }), which needs no store',
    name: 'cookie: { name }',
    ttl: 'idleTtl',
    secure: 'cookie: { secure }',
    sameSite: 'cookie: { sameSite }',
    maxAge: 'idleTtl, in milliseconds, and cookie: { persistent: true }',
  },
);
