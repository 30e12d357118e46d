import { OptionChecks } from '@mortise/base/options';
import type {
  Awaitable,
  ResponseFactoryInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';
import { HealthOptionError } from './health-error.js';

/**
 * Checks one thing that the application cannot work without. It fails if it throws, rejects or returns `false`.
 *
 * @param signal aborts after the timeout. A check that ignores it is not called again before it has settled
 */
export type HealthCheck = (signal: AbortSignal) => Awaitable<unknown>;

/** What is checked, where, and who sees the details. */
export interface HealthOptions {
  /** Create the responses. Default: the factories that come with the request. */
  readonly factories?: ResponseFactoryInterface & StreamFactoryInterface;

  /** The checks of readiness, by name. They run at the same time. Default: none. */
  readonly checks?: Readonly<Record<string, HealthCheck>>;

  /** Milliseconds after which a check has failed, 1 to 60,000. Default 2,000. */
  readonly timeout?: number;

  /** Milliseconds for which a result is used again, 0 to 60,000. Default 1,000. */
  readonly maxAge?: number;

  /** The path of liveness, compared with the whole path of the request. Default `/health/live`. */
  readonly live?: string;

  /** The path of readiness. Default `/health/ready`. */
  readonly ready?: string;

  /** Whether a request may see the result of each check. Default: none may. */
  readonly details?: (request: ServerRequestInterface) => boolean;

  /** Must not throw. */
  readonly onEvent?: (event: HealthEvent) => void;

  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

/** An event about a check. */
export type HealthEvent =
  | {
      /** Reported each time a check fails. */
      readonly type: 'check-failed';
      readonly name: string;
      /** What the check has thrown; else a {@link HealthCheckError}. */
      readonly error: unknown;
      readonly milliseconds: number;
    }
  | {
      /** The check has passed again. */
      readonly type: 'check-recovered';
      readonly name: string;
    };

const NAMES: Record<keyof HealthOptions, 0> = {
  factories: 0,
  checks: 0,
  timeout: 0,
  maxAge: 0,
  live: 0,
  ready: 0,
  details: 0,
  onEvent: 0,
  now: 0,
};
const MINUTE = 60_000;

const check = new OptionChecks(HealthOptionError);

/** The resolved options: checked, with their defaults. */
interface ResolvedHealthOptions extends Required<Omit<HealthOptions, 'factories'>> {
  /** @throws {HealthOptionError} if the request has none, and the option is omitted */
  readonly factories: (request: ServerRequestInterface) => NonNullable<HealthOptions['factories']>;
}

/** @throws {HealthOptionError} if an option is unknown or has a wrong value */
export function resolveOptions(options: HealthOptions): ResolvedHealthOptions {
  check.names(options, NAMES);
  const { factories, timeout = 2_000, maxAge = 1_000 } = options;
  const creates = ['createResponse', 'createStream'];
  const expected = 'factories of messages, such as app.factories';
  if (factories !== undefined) check.methods('factories', factories, creates, expected);
  return {
    factories: (request) => check.factories('health.factories', factories, request),
    checks: checksOf(options),
    timeout: check.integer('timeout', timeout, 1, MINUTE),
    maxAge: check.integer('maxAge', maxAge, 0, MINUTE),
    ...pathsOf(options),
    ...functionsOf(options),
  };
}

function checksOf({ checks = {} }: HealthOptions): Readonly<Record<string, HealthCheck>> {
  check.that(Object(checks) === checks, 'checks', checks, 'an object of functions');
  for (const [name, each] of Object.entries(checks)) check.callable(`checks.${name}`, each);
  return checks;
}

function pathsOf(options: HealthOptions) {
  const [live, ready] = (['live', 'ready'] as const).map((name) => {
    const path: unknown = options[name] ?? `/health/${name}`;
    const canonical = typeof path === 'string' && path.startsWith('/') ? canonicalPath(path) : null;
    check.that(canonical !== null, name, path, 'a path that begins with a slash');
    return canonical;
  }) as [string, string];
  check.that(live !== ready, 'ready', ready, 'another path than that of live');
  return { live, ready };
}

function functionsOf(options: HealthOptions) {
  const { details = () => false, onEvent = () => undefined, now = Date.now } = options;
  return {
    details: check.callable('details', details),
    onEvent: check.callable('onEvent', onEvent),
    now: check.callable('now', now),
  };
}
