import { randomBytes } from 'node:crypto';
import { OptionChecks } from '@mortise/base/options';
import type {
  ResponseFactoryInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { Pool } from 'undici';
import type { UpstreamDispatcher } from './dispatcher.js';
import type { ForwardedKind } from './forwarded-fields.js';
import { hasDotSegment } from './forwarded-path.js';
import { ProxyOptionError } from './proxy-error.js';

/** Where requests are forwarded to, and how. */
export interface ProxyOptions {
  /**
   * The URL of the service: `http://10.0.0.5:8080`, or with a path that comes before each forwarded one. It never depends
   * on a request.
   */
  readonly target: string;

  /** Create the responses. Default: the factories that come with the request. */
  readonly factories?: ResponseFactoryInterface & StreamFactoryInterface;

  /**
   * Returns the path to forward. Default: the path as received.
   *
   * @param path as received, still encoded, without the query, which is forwarded as it is
   * @returns begins with a slash; `''` is taken for `/`
   */
  readonly rewrite?: (path: string, request: ServerRequestInterface) => string;

  /**
   * Returns headers to set on the forwarded request, by name; `null` removes one. They are set last: a client cannot have
   * them removed by naming them in `Connection`.
   */
  readonly headers?: (request: ServerRequestInterface) => Readonly<Record<string, string | null>>;

  /**
   * The headers that tell the target the client's address, scheme and host: `'x-forwarded'` for `X-Forwarded-For`, `-Proto`
   * and `-Host` (the default), `'forwarded'` (RFC 7239), `false` for none. What the client sent in their place is removed.
   */
  readonly forwarded?: ForwardedKind;

  /**
   * Milliseconds that the target may take until the head of its response, and between two parts of its body, checked about
   * once a second. Default 25,000: less than the `handlerTimeout` of the server.
   */
  readonly timeout?: number;

  /** Milliseconds until there is a connection to the target, a new one or one that is free again. Default 2,000. */
  readonly connectTimeout?: number;

  /** Connections to the target, each for one request at a time. WebSockets do not count. Default 256. */
  readonly connections?: number;

  /** Whether WebSocket handshakes are forwarded: needs `serve` with `upgrades: true`. Default `false`. */
  readonly upgrades?: boolean;

  /** Forwards `103 Early Hints` of the target: pass `sendEarlyHints` of `@mortise/node`. Default: they are dropped. */
  readonly earlyHints?: (request: ServerRequestInterface, links: readonly string[]) => unknown;

  /**
   * Sends the requests, in place of a pool of the proxy's own: for TLS with certificates of your own, a Unix socket or an
   * interceptor. `connections` is then not used, and `close` leaves it open.
   */
  readonly dispatcher?: UpstreamDispatcher;
}

const NAMES: Record<keyof ProxyOptions, 0> = {
  target: 0,
  factories: 0,
  rewrite: 0,
  headers: 0,
  forwarded: 0,
  timeout: 0,
  connectTimeout: 0,
  connections: 0,
  upgrades: 0,
  earlyHints: 0,
  dispatcher: 0,
};
const DAY = 86_400_000;

const check = new OptionChecks(ProxyOptionError);

/** The resolved options: checked, with their defaults. */
export interface ResolvedProxyOptions
  extends Required<Omit<ProxyOptions, 'target' | 'factories' | 'connections' | 'earlyHints'>> {
  /** Scheme, host and port of the target. */
  readonly origin: string;
  /** The path of the target, without a slash at its end; `''` for none. */
  readonly prefix: string;
  /** By which the proxy recognizes its own requests: differs for each proxy (RFC 9110 7.6.3). */
  readonly pseudonym: string;
  readonly earlyHints: ProxyOptions['earlyHints'] | null;
  /** @throws {ProxyOptionError} if the request has none, and the option is omitted */
  readonly factories: (
    request: ServerRequestInterface,
  ) => ResponseFactoryInterface & StreamFactoryInterface;
  readonly close: () => Promise<void>;
}

/** @throws {ProxyOptionError} if an option is unknown or has a wrong value */
export function resolveOptions(options: ProxyOptions): ResolvedProxyOptions {
  check.names(options, NAMES);
  const { factories, forwarded = 'x-forwarded', upgrades = false, earlyHints = null } = options;
  const { rewrite = unchanged, headers = () => ({}), timeout = 25_000 } = options;
  const target = targetOf(options.target);
  if (factories !== undefined) {
    const creates = ['createResponse', 'createStreamFromResource'];
    check.methods('factories', factories, creates, 'factories of messages, such as app.factories');
  }
  const isKind = [false, 'forwarded', 'x-forwarded'].includes(forwarded);
  check.that(isKind, 'forwarded', forwarded, '"x-forwarded", "forwarded" or false');
  return {
    ...{ origin: target.origin, prefix: target.pathname.replace(/\/$/, '') },
    pseudonym: `mortise-${randomBytes(6).toString('hex')}`,
    rewrite: check.callable('rewrite', rewrite),
    headers: check.callable('headers', headers),
    forwarded,
    timeout: check.integer('timeout', timeout, 1, DAY),
    upgrades: check.boolean('upgrades', upgrades),
    earlyHints: earlyHints === null ? null : check.callable('earlyHints', earlyHints),
    factories: (request) => check.factories('proxy.factories', factories, request),
    ...dispatcherOf(options, target.origin),
  };
}

function unchanged(path: string): string {
  return path;
}

function targetOf(given: unknown): URL {
  const target = typeof given === 'string' && URL.canParse(given) ? new URL(given) : null;
  const holds =
    target !== null &&
    (target.protocol === 'http:' || target.protocol === 'https:') &&
    `${target.username}${target.password}${target.search}${target.hash}` === '' &&
    !hasDotSegment(String(given));
  const expected = 'the URL of a service without user, query and fragment: "http://10.0.0.5:8080"';
  check.that(holds, 'target', given, expected);
  return target as URL;
}

function dispatcherOf(options: ProxyOptions, origin: string) {
  const connectTimeout = check.integer('connectTimeout', options.connectTimeout ?? 2_000, 1, DAY);
  const connections = check.integer('connections', options.connections ?? 256, 1, 100_000);
  if (options.dispatcher !== undefined) {
    const expected = 'a dispatcher of undici, such as new Agent()';
    const dispatcher = check.methods('dispatcher', options.dispatcher, ['dispatch'], expected);
    return { connectTimeout, dispatcher, close: () => Promise.resolve() };
  }
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    connect: { timeout: connectTimeout },
  });
  // The members have the types of undici; what is called at run time is the same.
  const dispatcher = pool as unknown as UpstreamDispatcher;
  return { connectTimeout, dispatcher, close: () => pool.close() };
}
