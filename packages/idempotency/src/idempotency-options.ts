import { factoriesOf, factoriesWith } from '@mortise/base/message';
import {
  accepted,
  boolean,
  clock,
  choice,
  ensure,
  integer,
  LONGEST_TIMER,
  methods,
  observer,
  optional,
  options,
  or,
  rule,
  synchronous,
  randomSource,
  text,
  type Complete,
} from '@mortise/base/options';
import type {
  ResponseFactoryInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import type { StoreInterface } from '@mortise/store';
import type { IdempotencyEvent } from './idempotency-event.js';

/** Options of {@link idempotency}. */
export interface IdempotencyOptions {
  /** Stores claims and outcomes. It must not lose them: a request whose record is lost runs again. */
  readonly store: StoreInterface;

  /** Creates replayed responses. Default: the request's factories. */
  readonly factories?: (ResponseFactoryInterface & StreamFactoryInterface) | undefined;

  /**
   * Returns the owner of a request's keys, such as the user's id, so that keys of different users never collide. If users
   * of several tenants can have the same id, add the tenant. The result must be a non-empty string; any other is `OPTION_INVALID`.
   */
  readonly scope: (request: ServerRequestInterface) => string;

  /** Whether a request without a key is refused with 400. Default: `true`. With `false`, it runs unprotected. */
  readonly required?: boolean | undefined;

  /** Milliseconds for which an outcome is kept: an integer of at least 3, up to 10 years; default 24 hours. */
  readonly ttl?: number | undefined;

  /**
   * Milliseconds without renewal after which the first request is treated as lost; default 60,000, at most `ttl`. It
   * must exceed the clock difference between processes. While a handler runs, its claim is renewed three times per
   * period.
   */
  readonly claimTtl?: number | undefined;

  /**
   * What happens to a request if the first one's process ended without a response: `'refuse'` (default) responds with
   * 409 until `ttl` has passed, because the first may have taken effect; `'rerun'` runs the handler again.
   */
  readonly onLost?: 'refuse' | 'rerun' | undefined;

  /**
   * Maximum bytes of a kept response body; default 256 KiB. A larger one is sent to the first client, but not repeated.
   */
  readonly maxBytes?: number | undefined;

  /** Maximum bytes of a request body, which is read into memory; default 1 MiB. */
  readonly maxRequestBytes?: number | undefined;

  /** Whether a key without quotes is also accepted, as the same key. Default: `false`. */
  readonly acceptUnquoted?: boolean | undefined;

  /**
   * URL of a page that explains keys to clients, used as the `type` of problems with a status below 500 and in a `Link`
   * header. Default: none.
   */
  readonly documentation?: string | undefined;

  /**
   * What happens while the store is down: `'refuse'` (default) fails with the store's error, a 503; `'pass'` runs the
   * handler unprotected.
   */
  readonly whenDown?: 'pass' | 'refuse' | undefined;

  /**
   * Called with `not-kept`, `claim-lost`, `record-unreadable`, and, at most once a minute, `store-down`. If it throws
   * or rejects, the failure is written to the console.
   */
  readonly onEvent?: ((event: IdempotencyEvent) => void) | undefined;

  /** Prefix of the keys in the store, up to 128 characters; default `'idempotency:'`. */
  readonly prefix?: string | undefined;

  /** The clock, in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;

  /** The source of random bytes for the owners of claims; default `crypto.getRandomValues`. */
  readonly random?: ((bytes: number) => Uint8Array) | undefined;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
const TEN_YEARS = 315_360_000_000;
/** Minimum milliseconds of `ttl` and `claimTtl`: a claim is renewed three times in its time to live. */
const MIN_TTL = 3;
/** A URL of visible ASCII characters, none of which can end the URL in a `Link` header. */
const URL_IN_LINK = /^https?:\/\/[\x21\x23-\x3b\x3d\x3f-\x7e]+$/;
const STORE_METHODS = ['get', 'compareAndSet', 'delete'];

type IdempotencyFactories = NonNullable<IdempotencyOptions['factories']>;

/** The resolved options: checked, with their defaults. */
export type ResolvedIdempotencyOptions = Complete<
  Omit<IdempotencyOptions, 'documentation' | 'factories'>
> & {
  /** @throws {OptionError} if the option is omitted, and the request has no factories */
  readonly factories: (request: ServerRequestInterface) => IdempotencyFactories;
  readonly documentation: string | null;
};

const declared = options<IdempotencyOptions>()('idempotency', {
  store: methods('a store from @mortise/store', ...STORE_METHODS),
  factories: factoriesWith('createResponse', 'createStream', 'createStreamFromResource'),
  scope: synchronous,
  required: or(boolean, true),
  ttl: or(integer(MIN_TTL, TEN_YEARS), DAY),
  claimTtl: optional(integer(MIN_TTL, LONGEST_TIMER)),
  onLost: or(choice('refuse', 'rerun'), 'refuse'),
  maxBytes: or(integer(0), 256 * 1024),
  maxRequestBytes: or(integer(0), 1024 * 1024),
  acceptUnquoted: or(boolean, false),
  documentation: optional(
    rule(
      (url) => typeof url === 'string' && URL_IN_LINK.test(url),
      'an absolute URL such as "https://a.example/docs"',
    ),
  ),
  whenDown: or(choice('pass', 'refuse'), 'refuse'),
  onEvent: observer,
  prefix: or(text(128), 'idempotency:'),
  now: clock,
  random: randomSource,
});

/** Checks the options and adds defaults. @throws {OptionError} if an option is unknown or has a wrong value */
export function resolveOptions(given: IdempotencyOptions): ResolvedIdempotencyOptions {
  const checked = declared(given);
  const { ttl, claimTtl = Math.min(MINUTE, ttl), documentation = null } = checked;
  const most = Math.min(ttl, LONGEST_TIMER);
  accepted(integer(MIN_TTL, most), claimTtl, 'idempotency.claimTtl');
  return {
    ...checked,
    claimTtl,
    documentation,
    factories: (request) => factoriesOf(request, checked.factories, 'idempotency.factories'),
  };
}

/**
 * Returns the scope of a request.
 *
 * @throws {OptionError} if it is not a non-empty string, because other users could share such a scope
 */
export function scopeOf(
  request: ServerRequestInterface,
  scope: IdempotencyOptions['scope'],
): string {
  const owner: unknown = scope(request);
  const isScope = typeof owner === 'string' && owner !== '';
  const expected = "a non-empty string, such as the user's id";
  ensure(isScope, 'idempotency.scope', owner, expected);
  return owner as string;
}
