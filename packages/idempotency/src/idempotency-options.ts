import { OptionChecks } from '@mortise/base/options';
import type {
  ResponseFactoryInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import type { StoreInterface } from '@mortise/store';
import { IdempotencyOptionError } from './idempotency-error.js';
import type { IdempotencyEvent } from './idempotency-event.js';

/** Where outcomes are kept, for whom, and for how long. */
export interface IdempotencyOptions {
  /** Keeps claims and outcomes. It must not lose them: a lost one runs again. */
  readonly store: StoreInterface;

  /** Creates replayed responses. Default: the factories that come with the request. */
  readonly factories?: ResponseFactoryInterface & StreamFactoryInterface;

  /**
   * Returns whose keys a request uses, such as the id of the user: the keys of two scopes never meet. At least one
   * character; any other result is `OPTION_INVALID`.
   */
  readonly scope: (request: ServerRequestInterface) => string;

  /** Whether a request without a key is refused. Default: `true`. `false`: it runs unprotected. */
  readonly required?: boolean;

  /** Milliseconds for which an outcome is kept: an integer from 3 to 10 years; default 24 hours. */
  readonly ttl?: number;

  /**
   * Milliseconds after which a claim that is not renewed is treated as lost; default 60,000, at most `ttl`. It must be
   * longer than the clocks of the processes differ. A claim is renewed three times in it, however long a handler runs.
   */
  readonly claimTtl?: number;

  /**
   * What a request gets whose first process ended without a response: `'refuse'` (default), 409 until `ttl`, because
   * the first may have taken effect; `'rerun'`, the handler runs again.
   */
  readonly onLost?: 'refuse' | 'rerun';

  /** Maximum bytes of a kept response body; default 256 KiB. A larger one reaches the first client only. */
  readonly maxBytes?: number;

  /** Maximum bytes of a request body, which is read into memory; default 1 MiB. */
  readonly maxRequestBytes?: number;

  /** Whether a key without quotes is accepted, as the same key. Default: `false`. */
  readonly acceptUnquoted?: boolean;

  /** URL of a page that explains keys to clients: the `type` of problems, and a `Link`. Default: none. */
  readonly documentation?: string;

  /** What happens while the store is down: `'refuse'` (default) with its error, a 503; `'pass'`: the handler runs unprotected. */
  readonly whenDown?: 'pass' | 'refuse';

  /** Must not throw. */
  readonly onEvent?: (event: IdempotencyEvent) => void;

  /** Prepended to the keys in the store; default `'idempotency:'`. */
  readonly prefix?: string;

  /** The clock, in milliseconds since 1970; default `Date.now`. */
  readonly now?: () => number;

  /** The source of random bytes, for the owners of claims; default WebCrypto's. */
  readonly random?: (bytes: number) => Uint8Array;
}

const NAMES: Record<keyof IdempotencyOptions, 0> = {
  store: 0,
  factories: 0,
  scope: 0,
  required: 0,
  ttl: 0,
  claimTtl: 0,
  onLost: 0,
  maxBytes: 0,
  maxRequestBytes: 0,
  acceptUnquoted: 0,
  documentation: 0,
  whenDown: 0,
  onEvent: 0,
  prefix: 0,
  now: 0,
  random: 0,
};
const MINUTE = 60_000;
const DAY = 86_400_000;
const TEN_YEARS = 315_360_000_000;
/** The longest delay of a timer, in milliseconds. */
const LONGEST_DELAY = 2_147_483_647;
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
  /** @throws {IdempotencyOptionError} if the request has none, and the option is omitted */
  readonly factories: (request: ServerRequestInterface) => IdempotencyFactories;
  readonly documentation: string | null;
};

const checks = new OptionChecks(IdempotencyOptionError);

/** @throws {IdempotencyOptionError} if an option is unknown or has a wrong value */
export function resolveOptions(options: IdempotencyOptions): ResolvedIdempotencyOptions {
  checks.names(options, NAMES);
  const { store, factories } = options;
  checks.methods('store', store, STORE_METHODS, 'a store of @mortise/store');
  const creates = ['createResponse', 'createStream', 'createStreamFromResource'];
  const expected = 'factories of messages, such as app.factories';
  if (factories !== undefined) checks.methods('factories', factories, creates, expected);
  return {
    store,
    factories: (request) => checks.factories('idempotency.factories', factories, request),
    ...functionsOf(options),
    ...limitsOf(options),
    ...choicesOf(options),
    ...textsOf(options),
  };
}

/**
 * Returns the scope of a request.
 *
 * @throws {IdempotencyOptionError} if it is anything but text that is not empty, which requests of other users could share
 */
export function scopeOf(
  request: ServerRequestInterface,
  scope: IdempotencyOptions['scope'],
): string {
  const owner: unknown = scope(request);
  const isScope = typeof owner === 'string' && owner !== '';
  checks.that(isScope, 'scope', owner, 'text that is not empty, such as the id of the user');
  return owner as string;
}

function functionsOf(options: IdempotencyOptions) {
  const { scope, onEvent = () => undefined, now = Date.now, random = randomBytes } = options;
  const functions = { scope, onEvent, now, random };
  for (const [name, value] of Object.entries(functions)) checks.callable(name, value);
  return functions;
}

function limitsOf(options: IdempotencyOptions) {
  const { ttl = DAY, maxBytes = 256 * 1024, maxRequestBytes = 1024 * 1024 } = options;
  const { claimTtl = Math.min(MINUTE, ttl) } = options;
  checks.integer('ttl', ttl, MIN_TTL, TEN_YEARS);
  checks.integer('claimTtl', claimTtl, MIN_TTL, Math.min(ttl, LONGEST_DELAY));
  checks.integer('maxBytes', maxBytes, 0);
  checks.integer('maxRequestBytes', maxRequestBytes, 0);
  return { ttl, claimTtl, maxBytes, maxRequestBytes };
}

function choicesOf(options: IdempotencyOptions) {
  const { required = true, acceptUnquoted = false } = options;
  const { onLost = 'refuse', whenDown = 'refuse' } = options;
  checks.boolean('required', required);
  checks.boolean('acceptUnquoted', acceptUnquoted);
  checks.choice('onLost', onLost, ['refuse', 'rerun']);
  checks.choice('whenDown', whenDown, ['pass', 'refuse']);
  return { required, acceptUnquoted, onLost, whenDown };
}

function textsOf({ documentation, prefix = 'idempotency:' }: IdempotencyOptions) {
  const isUrl = documentation === undefined || URL_IN_LINK.test(documentation);
  checks.that(isUrl, 'documentation', documentation, 'an absolute URL: "https://a.example/docs"');
  const isPrefix = typeof prefix === 'string' && prefix.length <= 128;
  checks.that(isPrefix, 'prefix', prefix, 'text of at most 128 characters');
  return { documentation: documentation ?? null, prefix };
}

function randomBytes(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes));
}
