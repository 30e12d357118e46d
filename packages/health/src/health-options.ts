import { factoriesOf, factoriesWith } from '@mortise/base/message';
import {
  accepted,
  callable,
  ensure,
  integer,
  nested,
  object,
  observer,
  OptionError,
  options,
  or,
} from '@mortise/base/options';
import type {
  Awaitable,
  ResponseFactoryInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';

/**
 * Checks one thing that the application cannot work without. It fails if it throws, rejects or returns `false`.
 *
 * @param signal aborts after the timeout. A check that ignores it is not called again before it has settled
 */
export type HealthCheck = (signal: AbortSignal) => Awaitable<unknown>;

/** What is checked, where, and who sees the details. */
export interface HealthOptions {
  /** Create the responses. Default: the request's factories. */
  readonly factories?: ResponseFactoryInterface & StreamFactoryInterface;

  /** The readiness checks, by name. They run concurrently. Default: none. */
  readonly checks?: Readonly<Record<string, HealthCheck>>;

  /** Milliseconds after which a check fails, 1 to 60,000. Default 2,000. */
  readonly timeout?: number;

  /** Milliseconds for which a result is reused, 0 to 60,000. Default 1,000. */
  readonly maxAge?: number;

  /**
   * The liveness path, compared with the request URI's path: with the application's `basePath`, without the adapter's.
   * Default `/health/live`.
   */
  readonly live?: string;

  /** The readiness path. Default `/health/ready`. */
  readonly ready?: string;

  /** Whether a request may see the result of each check; only `true` shows it. Default: no request may. */
  readonly details?: (request: ServerRequestInterface) => Awaitable<boolean>;

  /** Called for each event. What it throws or rejects with goes to the console. */
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
      /** What the check threw; otherwise a {@link HealthCheckError}. */
      readonly error: unknown;
      readonly milliseconds: number;
    }
  | {
      /** The check has passed again. */
      readonly type: 'check-recovered';
      readonly name: string;
    };

const MINUTE = 60_000;

const declared = options<HealthOptions>()('health', {
  factories: factoriesWith('createResponse', 'createStream'),
  checks: nested(checksOf),
  timeout: or(integer(1, MINUTE), 2_000),
  maxAge: or(integer(0, MINUTE), 1_000),
  live: nested((given: string | undefined = '/health/live', path: string) => pathOf(given, path)),
  ready: nested((given: string | undefined = '/health/ready', path: string) => pathOf(given, path)),
  details: or(callable, () => false),
  onEvent: observer,
  now: or(callable, () => Date.now()),
});

/** The resolved options: checked, with their defaults. */
interface ResolvedHealthOptions extends Required<Omit<HealthOptions, 'factories'>> {
  /** @throws {OptionError} if neither the request nor the options have any */
  readonly factories: (request: ServerRequestInterface) => NonNullable<HealthOptions['factories']>;
}

/** @throws {OptionError} if an option is unknown or has a wrong value */
export function resolveOptions(given: HealthOptions): ResolvedHealthOptions {
  const checked = declared(given);
  const { live, ready } = checked;
  ensure(live !== ready, 'health.ready', ready, 'a path other than that of live');
  return {
    ...checked,
    factories: (request) => factoriesOf(request, checked.factories, 'health.factories'),
  };
}

function checksOf(
  checks: HealthOptions['checks'] = {},
  path: string,
): Readonly<Record<string, HealthCheck>> {
  ensure(object.accepts(checks), path, checks, 'an object of functions');
  for (const [name, each] of Object.entries(checks)) accepted(callable, each, `${path}.${name}`);
  return checks;
}

function pathOf(given: unknown, path: string): string {
  const isPath = typeof given === 'string' && given.startsWith('/');
  const canonical = isPath ? canonicalPath(given) : null;
  if (canonical !== null) return canonical;
  throw new OptionError(path, given, 'a path that begins with a slash');
}
