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

  /** Creates replayed responses: `app.factories`. */
  readonly factories: ResponseFactoryInterface & StreamFactoryInterface;

  /**
   * Returns whose keys a request uses, such as the id of the user: the keys of two scopes never meet. At least one
   * character; any other result is `OPTION_INVALID`.
   */
  readonly scope: (request: ServerRequestInterface) => string;

  /** Whether a request without a key is refused. Default: `true`. `false`: it runs unprotected. */
  readonly required?: boolean;

  /** Milliseconds for which an outcome is kept, up to 10 years; default 24 hours. */
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
const STORE_METHODS = ['get', 'compareAndSet', 'delete'];

/** The resolved options: checked, with their defaults. */
export type ResolvedIdempotencyOptions = Required<Omit<IdempotencyOptions, 'documentation'>> & {
  readonly documentation: string | null;
};

export const checks = new OptionChecks(IdempotencyOptionError);

/** @throws {IdempotencyOptionError} if an option is unknown or has a wrong value */
export function resolveOptions(options: IdempotencyOptions): ResolvedIdempotencyOptions {
  checks.names(options, NAMES);
  const { store, factories, scope, documentation = null } = options;
  const { required = true, ttl = DAY, onLost = 'refuse' } = options;
  const { claimTtl = Math.min(MINUTE, ttl) } = options;
  const { maxBytes = 256 * 1024, maxRequestBytes = 1024 * 1024, acceptUnquoted = false } = options;
  const { whenDown = 'refuse', onEvent = () => undefined, prefix = 'idempotency:' } = options;
  const { now = Date.now, random = randomBytes } = options;
  checks.methods('store', store, STORE_METHODS, 'a store of @mortise/store');
  const creates = ['createResponse', 'createStream', 'createStreamFromResource'];
  checks.methods('factories', factories, creates, 'factories of messages, such as app.factories');
  for (const [name, value] of Object.entries({ scope, onEvent, now, random })) {
    checks.callable(name, value);
  }
  for (const [name, value] of Object.entries({ required, acceptUnquoted })) {
    checks.boolean(name, value);
  }
  checks.integer('ttl', ttl, 1, TEN_YEARS);
  checks.integer('claimTtl', claimTtl, 3, Math.min(ttl, LONGEST_DELAY));
  checks.integer('maxBytes', maxBytes, 0);
  checks.integer('maxRequestBytes', maxRequestBytes, 0);
  checks.choice('onLost', onLost, ['refuse', 'rerun']);
  checks.choice('whenDown', whenDown, ['pass', 'refuse']);
  const isUrl = documentation === null || /^https?:\/\/[\x21\x23-\x3b\x3d\x3f-\x7e]+$/.test(documentation);
  checks.that(isUrl, 'documentation', documentation, 'an absolute URL: "https://a.example/docs"');
  const isPrefix = typeof prefix === 'string' && prefix.length <= 128;
  checks.that(isPrefix, 'prefix', prefix, 'text of at most 128 characters');
  return {
    ...{ store, factories, scope, documentation, required, ttl, claimTtl, onLost, maxBytes },
    ...{ maxRequestBytes, acceptUnquoted, whenDown, onEvent, prefix, now, random },
  };
}

function randomBytes(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes));
}
