import { randomBytes } from '@mortise/base';
import { factoriesOf, factoriesWith } from '@mortise/base/message';
import {
  accepted,
  boolean,
  callable,
  choice,
  ensure,
  integer,
  LONGEST_TIMER,
  methods,
  optional,
  options,
  or,
  rule,
  text,
} from '@mortise/base/options';
import type {
  ResponseFactoryInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import type { StoreInterface } from '@mortise/store';
import type { IdempotencyEvent } from './idempotency-event.js';

/** Where outcomes are kept, for whom, and for how long. */
export interface IdempotencyOptions {
  /** Keeps claims and outcomes. It must not lose them: a request whose record is lost runs again. */
  readonly store: StoreInterface;

  /** Creates replayed responses. Default: the factories that come with the request. */
  readonly factories?: ResponseFactoryInterface & StreamFactoryInterface;

  /**
   * Returns the scope of a request's keys, such as the user's id: keys of different scopes never collide. At least one
   * character; any other result is `OPTION_INVALID`.
   */
  readonly scope: (request: ServerRequestInterface) => string;

  /** Whether a request without a key is refused. Default: `true`. With `false`, it runs unprotected. */
  readonly required?: boolean;

  /** Milliseconds for which an outcome is kept: an integer from 3 to 10 years; default 24 hours. */
  readonly ttl?: number;

  /**
   * Milliseconds after which a claim that is not renewed is treated as lost; default 60,000, at most `ttl`. It must exceed
   * the clock difference between the processes. A claim is renewed three times in this period, however long a handler runs.
   */
  readonly claimTtl?: number;

  /**
   * What happens to a request if the first one's process ended without a response: `'refuse'` (default) responds with 409
   * until `ttl`, because the first may have taken effect; `'rerun'` runs the handler again.
   */
  readonly onLost?: 'refuse' | 'rerun';

  /** Maximum bytes of a kept response body; default 256 KiB. A larger one reaches only the first client. */
  readonly maxBytes?: number;

  /** Maximum bytes of a request body, which is read into memory; default 1 MiB. */
  readonly maxRequestBytes?: number;

  /** Whether a key without quotes is accepted, as the same key. Default: `false`. */
  readonly acceptUnquoted?: boolean;

  /** URL of a page that explains keys to clients: the `type` of problems, and a `Link`. Default: none. */
  readonly documentation?: string;

  /** What happens while the store is down: `'refuse'` (default) with its error, a 503; `'pass'`: the handler runs unprotected. */
  readonly whenDown?: 'pass' | 'refuse';

  /** Called for each event. Must not throw. */
  readonly onEvent?: (event: IdempotencyEvent) => void;

  /** Prepended to the keys in the store; default `'idempotency:'`. */
  readonly prefix?: string;

  /** The clock, in milliseconds since 1970; default `Date.now`. */
  readonly now?: () => number;

  /** The source of random bytes, for the owners of claims; default WebCrypto's. */
  readonly random?: (bytes: number) => Uint8Array;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
const TEN_YEARS = 315_360_000_000;
/** A claim is renewed three times in its time to live. */
const MIN_TTL = 3;
/** Visible ASCII that cannot end the URL of a `Link`. */
const URL_IN_LINK = /^https?:\/\/[\x21\x23-\x3b\x3d\x3f-\x7e]+$/;
const STORE_METHODS = ['get', 'compareAndSet', 'delete'];

type IdempotencyFactories = NonNullable<IdempotencyOptions['factories']>;

/** The resolved options: checked, with their defaults. */
export type ResolvedIdempotencyOptions = Required<
  Omit<IdempotencyOptions, 'documentation' | 'factories'>
> & {
  /** @throws {OptionError} if the request has none, and the option is omitted */
  readonly factories: (request: ServerRequestInterface) => IdempotencyFactories;
  readonly documentation: string | null;
};

const declared = options<IdempotencyOptions>()('idempotency', {
  store: methods('a store from @mortise/store', ...STORE_METHODS),
  factories: factoriesWith('createResponse', 'createStream', 'createStreamFromResource'),
  scope: callable,
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
  onEvent: or(callable, () => undefined),
  prefix: or(text(128), 'idempotency:'),
  now: or(callable, () => Date.now()),
  random: or(callable, randomBytes),
});

/** @throws {OptionError} if an option is unknown or has a wrong value */
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
 * @throws {OptionError} if it is anything but text that is not empty, which requests of other users could share
 */
export function scopeOf(
  request: ServerRequestInterface,
  scope: IdempotencyOptions['scope'],
): string {
  const owner: unknown = scope(request);
  const isScope = typeof owner === 'string' && owner !== '';
  const expected = 'a non-empty string, such as the id of the user';
  ensure(isScope, 'idempotency.scope', owner, expected);
  return owner as string;
}
