import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type DispatcherInterface, tracedDispatcher } from '@mortise/base/dispatcher';
import { factoriesOf, factoriesWith } from '@mortise/base/message';
import {
  accepted,
  boolean,
  callable,
  ensure,
  integer,
  list,
  methods,
  nested,
  optional,
  options,
  or,
  rule,
  synchronous,
  type Complete,
} from '@mortise/base/options';
import type {
  ResponseFactoryInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { type AllowedOrigins, isOrigin } from '@mortise/http-syntax';
import type { ForwardedKind } from './forwarded-fields.js';
import { hasDotSegment } from './forwarded-path.js';
import { poolOf } from './traced-dispatcher.js';

/** Where requests are forwarded to, and how. */
export interface ProxyOptions {
  /**
   * The URL of the service: `http://10.0.0.5:8080`, or with a path, which is prepended to each forwarded path. No part
   * of it comes from a request.
   */
  readonly target: string;

  /** Creates the responses. Default: the request's factories. */
  readonly factories?: (ResponseFactoryInterface & StreamFactoryInterface) | undefined;

  /**
   * Returns the encoded path to forward, without the query, which is kept. It gets the path in the form that routes
   * compare: `/%61pi` as `/api`, and `%2f` as `%2F`. Default: the path as received, with the application's base path.
   *
   * @param path with the base path, still encoded, without the query, which is forwarded unchanged. All spellings of a path
   * arrive as the same one, that of `requestPath`: `/%61pi` as `/api`. `%2F`, `%3F` and other escapes of characters that a
   * segment cannot contain stay.
   * @returns a path that begins with a slash; `''` is treated as `/`
   */
  readonly rewrite?: ((path: string, request: ServerRequestInterface) => string) | undefined;

  /**
   * Returns headers to set on the forwarded request, by name; `null` removes one. They are set last and replace those
   * from the client and `forwarded`. A client cannot remove them through `Connection`, or spoof them with a substitute
   * for `-`, which CGI-like targets read as the same name. A value other than text or `null`, a header that frames the
   * body, and `Via`, by which loops are recognized, are `OPTION_INVALID`.
   */
  readonly headers?:
    | ((request: ServerRequestInterface) => Readonly<Record<string, string | null>>)
    | undefined;

  /**
   * The headers that tell the target the client's address, scheme and host: `'x-forwarded'` for `X-Forwarded-For`, `-Proto`
   * and `-Host` (the default), `'forwarded'` (RFC 7239), `false` for none. Those that the client sent are removed.
   */
  readonly forwarded?: ForwardedKind | undefined;

  /**
   * Milliseconds to wait for the target's response headers, and between two parts of the body, checked about
   * once a second. Default 25,000: less than the server's `handlerTimeout`.
   */
  readonly timeout?: number | undefined;

  /** Milliseconds to wait for a connection to the target, new or idle. Default 2,000. */
  readonly connectTimeout?: number | undefined;

  /** Maximum number of connections to the target, each for one request at a time. WebSockets do not count. Default 256. */
  readonly connections?: number | undefined;

  /** Whether to forward WebSocket handshakes; requires `serve(app, { upgrades: true })`. Default `false`. */
  readonly upgrades?: boolean | undefined;

  /**
   * The pages that may open a WebSocket, as in `webSocket` from `@mortise/ws`: with `'same'`, those with the request's host
   * and port; with a list, those of these origins, written as browsers send them (`https://app.example`); with `'*'`, all
   * pages, for connections that need no login, or a target that checks `Origin` itself. Default `'same'`.
   *
   * Include your own origin in a list. Clients that send no `Origin` are not browsers, and are allowed.
   */
  readonly origins?: 'same' | '*' | readonly string[] | undefined;

  /** Forwards `103 Early Hints` from the target: pass `sendEarlyHints` from `@mortise/node`. Default: they are dropped. */
  readonly earlyHints?:
    | ((request: ServerRequestInterface, links: readonly string[]) => unknown)
    | undefined;

  /**
   * A dispatcher from undici instead of the proxy's own pool, such as `new Agent({ connect: { ca } })`, or one for a
   * Unix socket or with an interceptor. `connections` is then ignored, and `close` leaves it open.
   */
  readonly dispatcher?: DispatcherInterface<Readable | Uint8Array> | undefined;
}

const DAY = 86_400_000;
const milliseconds = integer(1, DAY, 'milliseconds');

const originList = list(
  rule<string>(isOrigin, 'an origin as browsers send it, such as "https://app.example"'),
  '"same", "*" or a list of origins',
);

const declared = options<ProxyOptions>()('proxy', {
  target: nested(targetOf),
  factories: factoriesWith('createResponse', 'createStreamFromResource'),
  rewrite: optional(synchronous),
  headers: optional(synchronous),
  forwarded: or(
    rule<ForwardedKind>(
      (kind) => kind === 'x-forwarded' || kind === 'forwarded' || kind === false,
      '"x-forwarded", "forwarded" or false',
    ),
    'x-forwarded',
  ),
  timeout: or(milliseconds, 25_000),
  connectTimeout: or(milliseconds, 2_000),
  connections: or(integer(1, 100_000), 256),
  upgrades: or(boolean, false),
  origins: nested(allowedOrigins),
  earlyHints: optional(callable),
  dispatcher: optional(methods('a dispatcher from undici, such as new Agent()', 'dispatch')),
});

/** The resolved options: checked, with their defaults. */
export interface ResolvedProxyOptions
  extends Complete<
    Omit<
      ProxyOptions,
      'target' | 'factories' | 'headers' | 'connections' | 'earlyHints' | 'origins' | 'rewrite'
    >
  > {
  readonly headers: ProxyOptions['headers'] | undefined;
  readonly rewrite: ProxyOptions['rewrite'] | undefined;
  readonly origins: AllowedOrigins;
  /** Scheme, host and port of the target. */
  readonly origin: string;
  /** The path of the target, without a trailing slash; `''` for none. */
  readonly prefix: string;
  /** By which the proxy recognizes its own requests: differs for each proxy (RFC 9110 7.6.3). */
  readonly pseudonym: string;
  readonly earlyHints: ProxyOptions['earlyHints'] | undefined;
  /** @throws {OptionError} if neither the request nor the options have any */
  readonly factories: (
    request: ServerRequestInterface,
  ) => ResponseFactoryInterface & StreamFactoryInterface;
  readonly close: () => Promise<void>;
}

/** @throws {OptionError} `OPTION_INVALID` if an option is unknown or has a wrong value */
export function resolveOptions(given: ProxyOptions): ResolvedProxyOptions {
  const { target, factories, connections, dispatcher, ...checked } = declared(given);
  const { origin } = target;
  return {
    ...checked,
    ...{ origin, prefix: target.pathname.replace(/\/$/, '') },
    pseudonym: `mortise-${randomBytes(6).toString('hex')}`,
    factories: (request) => factoriesOf(request, factories, 'proxy.factories'),
    ...(dispatcher === undefined
      ? poolOf(origin, connections, checked.connectTimeout)
      : { dispatcher: tracedDispatcher(dispatcher), close: () => Promise.resolve() }),
  };
}

function allowedOrigins(origins: ProxyOptions['origins'] = 'same', path: string): AllowedOrigins {
  if (origins === 'same' || origins === '*') return origins;
  return new Set(accepted(originList, origins, path));
}

function targetOf(given: string, path: string): URL {
  const target = typeof given === 'string' && URL.canParse(given) ? new URL(given) : null;
  const holds =
    target !== null &&
    (target.protocol === 'http:' || target.protocol === 'https:') &&
    `${target.username}${target.password}${target.search}${target.hash}` === '' &&
    !hasDotSegment(given);
  const expected = 'the URL of a service without a user, query or fragment: "http://10.0.0.5:8080"';
  ensure(holds, path, given, expected);
  return target as URL;
}
