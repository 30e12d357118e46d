import {
  accepted,
  callable,
  integer,
  list,
  LONGEST_TIMER,
  nested,
  options,
  or,
  rule,
  type Complete,
} from '@mortise/base/options';
import { type AllowedOrigins, isOrigin, isToken } from '@mortise/http-syntax';
import type { WebSocketInterface } from '../web-socket-interface.js';

/**
 * What happens on a connection, and its limits.
 *
 * The callbacks of one connection run in order: if one returns a promise, the next one waits for it. Up to 64 KiB of
 * messages are read ahead; then the client waits. If one throws or rejects, the server's `onError` gets the error, and
 * the connection is closed with 1011, or with 1008 for an error with a status below 500. Any other result is ignored.
 *
 * When the client closes, the callbacks of its earlier messages run first, and can still send. They have 10 seconds
 * in total. After that, and if the connection is lost or the server closes it, no further `onMessage` begins, and a promise
 * still pending 10 seconds later is not awaited.
 */
export interface WebSocketOptions {
  /** Called once, before any message. Default: nothing is done. */
  readonly onOpen?: ((socket: WebSocketInterface) => unknown) | undefined;

  /**
   * Called for each message, in order: text as a string, binary as a `Uint8Array`. Default: messages are dropped.
   *
   * @param message can be empty
   */
  readonly onMessage?:
    | ((socket: WebSocketInterface, message: string | Uint8Array) => unknown)
    | undefined;

  /**
   * Always called once after `onOpen`, when the connection has ended. Default: nothing is done.
   *
   * Runs after the request's `onEnd` hooks. If an
   * `onOpen` can take longer than 10 seconds, check `isOpen` there before adding the socket to a collection.
   *
   * @param code from the side that closed first; 1005 if the client sent none, 1006 if the connection was lost
   * @param reason `''` if there is none
   */
  readonly onClose?:
    | ((socket: WebSocketInterface, code: number, reason: string) => unknown)
    | undefined;

  /**
   * The pages that may connect: with `'same'`, those with the request's host and port; with a list, those of these
   * origins, written as browsers send them (`https://app.example`); with `'*'`, all pages, for connections that
   * need no login. Default `'same'`.
   *
   * Include your own origin in a list. Clients that send no `Origin` are not browsers, and are allowed.
   */
  readonly origins?: 'same' | '*' | readonly string[] | undefined;

  /** The server's subprotocols, in order of preference. Default: none. */
  readonly protocols?: readonly string[] | undefined;

  /**
   * Maximum bytes of a received message in all of its fragments; a larger message closes the connection with 1009.
   * Default: 1 MiB.
   */
  readonly maxPayload?: number | undefined;

  /**
   * Maximum bytes that can wait for a client when another message is sent; if exceeded, the connection is closed with
   * 1013. Default: 1 MiB.
   */
  readonly maxBuffered?: number | undefined;

  /**
   * Milliseconds between two pings; a client that has sent nothing since the previous ping is disconnected. 0 turns
   * pings off. Default: 30,000.
   *
   * Applies even while a callback is pending, but not to a client whose earlier messages make it wait: its replies are
   * unread.
   */
  readonly heartbeat?: number | undefined;
}

/** The checked options. */
export interface WebSocketRules extends Complete<Omit<WebSocketOptions, 'origins'>> {
  readonly origins: AllowedOrigins;
}

const MIB = 1024 * 1024;
const ignore = (): void => undefined;

const origin = rule<string>(
  isOrigin,
  'an origin as browsers send it, such as "https://app.example"',
);
const originList = list(origin, '"same", "*" or a list of origins');
const protocol = rule<string>(
  (name) => typeof name === 'string' && isToken(name),
  'a token, such as "chat.v1"',
);

/** @throws {OptionError} if an option is unknown or has a wrong value */
export const webSocketRules = options<WebSocketOptions>()('webSocket', {
  onOpen: or(callable, ignore),
  onMessage: or(callable, ignore),
  onClose: or(callable, ignore),
  origins: nested(allowedOrigins),
  protocols: or(list(protocol, 'a list of subprotocols'), []),
  maxPayload: or(integer(1), MIB),
  maxBuffered: or(integer(1), MIB),
  heartbeat: or(integer(0, LONGEST_TIMER), 30_000),
});

function allowedOrigins(
  origins: WebSocketOptions['origins'] = 'same',
  path: string,
): AllowedOrigins {
  if (origins === 'same' || origins === '*') return origins;
  return new Set(accepted(originList, origins, path));
}
