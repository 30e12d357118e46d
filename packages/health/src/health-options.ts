import { factoriesOf, factoriesWith } from '@mortise/base/message';
import {
  accepted,
  callable,
  clock,
  ensure,
  integer,
  nested,
  object,
  observer,
  OptionError,
  options,
  or,
  type Complete,
} from '@mortise/base/options';
import type {
  Awaitable,
  ResponseFactoryInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';
import { failuresOnConsole, type HealthEvent } from './health-event.js';

/**
 * Checks one thing that the application cannot work without. It fails if it throws, rejects, or returns `false` or an
 * `Error`.
 *
 * @param signal aborts after the timeout. A check that ignores it is not called again before it has settled
 */
export type HealthCheck = (signal: AbortSignal) => Awaitable<unknown>;

/** What is checked, where, and who sees the details. */
export interface HealthOptions {
  /** Creates the responses. Default: the request's factories. */
  readonly factories?: (ResponseFactoryInterface & StreamFactoryInterface) | undefined;

  /**
   * The readiness checks, functions by name, which run concurrently. A check fails if it throws, rejects, or
   * returns `false` or an `Error`; its argument is a signal that aborts at the timeout. Default: none.
   */
  readonly checks?: Readonly<Record<string, HealthCheck>> | undefined;

  /** Milliseconds after which a check fails, 1 to 60,000. Default 2,000. */
  readonly timeout?: number | undefined;

  /** Milliseconds for which a result is reused, 0 to 60,000. Default 1,000. */
  readonly maxAge?: number | undefined;

  /**
   * The path of the liveness probe, compared with the path of the request: with the base path of `createApp({ basePath
   * })`, but without that of `serve(app, { basePath })`. Default `/health/live`.
   */
  readonly live?: string | undefined;

  /** The path of the readiness probe, like `live`. Default `/health/ready`. */
  readonly ready?: string | undefined;

  /**
   * Returns, directly or as a promise, whether the response shows the results of the individual checks; only `true`
   * shows them. Default: never.
   */
  readonly details?: ((request: ServerRequestInterface) => Awaitable<boolean>) | undefined;

  /**
   * Called with `check-failed`, with the error, for each failure, and with `check-recovered`. If it throws or rejects,
   * the failure is written to the console. Default: prints the first failure of a check, and its recovery, to the
   * console.
   */
  readonly onEvent?: ((event: HealthEvent) => void) | undefined;

  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

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
  now: clock,
});

/** The resolved options: checked, with their defaults. */
interface ResolvedHealthOptions extends Complete<Omit<HealthOptions, 'factories'>> {
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
    onEvent: given.onEvent === undefined ? failuresOnConsole() : checked.onEvent,
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
