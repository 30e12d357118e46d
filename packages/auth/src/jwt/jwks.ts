import { currentContext } from '@mortise/base';
import {
  clock,
  ensure,
  integer,
  LONGEST_TIMER,
  observer,
  options,
  or,
} from '@mortise/base/options';
import { fetchJwkSet } from './fetch-jwk-set.js';
import type { JwkSet } from './jwk-set.js';
import type { JwtKeySource } from './jwt-key-source.js';
import { JwtKeysError } from './jwt-keys-error.js';

/** A failed attempt to load keys. */
export interface JwksEvent {
  readonly type: 'jwks-down';
  readonly url: string;
  readonly error: unknown;
}

/** Options of {@link jwks}. */
export interface JwksOptions {
  /** Milliseconds within which the whole response must arrive, at least 1. Default 5,000. */
  readonly timeout?: number | undefined;

  /** Maximum bytes of the response, at least 1. Default 65,536. */
  readonly maxBytes?: number | undefined;

  /**
   * Called with `jwks-down` when keys could not be loaded, at most once a minute. If it throws or rejects, the failure
   * is written to the console.
   */
  readonly onEvent?: ((event: JwksEvent) => void) | undefined;

  /** The clock, in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Minimum milliseconds between attempts while there are no keys; requests in between get the last error. */
const RETRY = SECOND;
/** Minimum milliseconds between attempts while there are keys. */
const COOLDOWN = 30 * SECOND;
const FRESH = 10 * MINUTE;
/** 24 hours. */
const MAX_STALE = 86_400_000;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const declared = options<JwksOptions>()('jwks', {
  timeout: or(integer(1, LONGEST_TIMER), 5 * SECOND),
  maxBytes: or(integer(1), 65_536),
  onEvent: observer,
  now: clock,
});

/**
 * Creates a source that loads the public keys of an issuer from its JWK Set URL: for the first token, again after 10
 * minutes, and for tokens with an unknown key, at most once every 30 seconds. Only one request runs at a time. While
 * the server is down, the last keys stay valid for 24 hours. Create one source, and share it between layers.
 *
 * @param url an https URL without credentials; http is allowed on loopback
 * @throws {OptionError} if the URL or an option has a wrong value
 */
export function jwks(url: string, given: JwksOptions = {}): JwtKeySource {
  checkUrl(url);
  const { timeout, maxBytes, onEvent, now } = declared(given);

  let keys: JwkSet | null = null;
  let loadedAt = -Infinity;
  let triedAt = -Infinity;
  let reportedAt = -Infinity;
  let failure: unknown = null;
  let pending: Promise<void> | null = null;
  /** Runs an attempt in the context in which the source was created, because requests share the attempt. */
  const inContext = currentContext();

  /**
   * Returns the time. If the clock was set back, moves recorded times back too, so that the keys do not stay valid
   * longer.
   */
  const time = (): number => {
    const current = now();
    loadedAt = Math.min(loadedAt, current);
    triedAt = Math.min(triedAt, current);
    reportedAt = Math.min(reportedAt, current);
    return current;
  };
  const attempt = async (): Promise<void> => {
    triedAt = now();
    try {
      keys = await fetchJwkSet(url, { timeout, maxBytes });
      loadedAt = now();
      failure = null;
    } catch (error) {
      failure = error;
      if (time() - reportedAt < MINUTE) return;
      reportedAt = now();
      onEvent({ type: 'jwks-down', url, error });
    }
  };
  const load = (): Promise<void> => {
    pending ??= inContext(attempt).finally(() => {
      pending = null;
    });
    return pending;
  };
  const validKeys = (): JwkSet | null => (time() - loadedAt < MAX_STALE ? keys : null);
  const requireKeys = (): JwkSet => {
    const valid = validKeys();
    if (valid === null) throw new JwtKeysError(failure);
    return valid;
  };
  const isTooEarly = (wait: number): boolean => pending === null && time() - triedAt < wait;

  return {
    getKeys() {
      const valid = validKeys();
      if (valid !== null && time() - loadedAt < FRESH) return valid;
      if (isTooEarly(valid === null ? RETRY : COOLDOWN)) return requireKeys();
      const wasDown = failure !== null;
      const loaded = load();
      // Once loading has failed, do not wait again: a server that does not respond delays requests only once.
      return valid !== null && wasDown ? valid : loaded.then(requireKeys);
    },
    refresh(known) {
      if (keys !== null && keys !== known) return keys;
      return isTooEarly(COOLDOWN) ? known : load().then(() => keys ?? known);
    },
  };
}

function checkUrl(url: string): void {
  const parts = URL.canParse(url) ? new URL(url) : null;
  const { protocol, hostname, username, password } = parts ?? {};
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname ?? ''));
  const hasCredentials = Boolean(username) || Boolean(password);
  // The error contains the value, which must not contain credentials.
  const shown = hasCredentials ? 'a URL with credentials' : url;
  const expected = 'an https URL without credentials, or http on loopback';
  ensure(isSafe && !hasCredentials, 'jwks.url', shown, expected);
}
