import { errorEvent, handlerOf, type OptionsFor, requestFactoriesOf } from '@mortise/base/adapter';
import { accepted, methods, optional, options, rule } from '@mortise/base/options';
import type { ServedApplication, ServedHandler } from '@mortise/http-message';
import { IncomingMessage, type ServerResponse } from 'node:http';
import { closedBy } from './listener/begin-closing.js';
import { ListenerCore } from './listener/listener-core.js';
import { ReceivedRequest } from './listener/received-request.js';
import { NodeAdapterError } from './node-adapter-error.js';
import { checkTrust, type ListenerOptions, listenerRules } from './listener-options.js';

/** A request listener for an existing `node:http` server, or for an Express or Koa application. */
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Options of {@link toListener}. */
export interface ToListenerOptions extends ListenerOptions {
  /**
   * Aborts when the server begins to close; the `closing` signal of running and later requests then aborts, so that event
   * streams end, and responses close their connections. Abort it before you call the server's `close`, which waits for
   * them. Default: never.
   */
  readonly closing?: AbortSignal | undefined;
}

const DOOR = 'toListener';

const INCOMING = rule<IncomingMessage>(
  (value) => typeof (value as IncomingMessage | undefined)?.httpVersionMajor === 'number',
  'the request and the response of a node:http server; pass the application itself to serve, and to toFetchHandler for a Request',
);

const declared = options<ToListenerOptions>()(DOOR, {
  ...listenerRules,
  closing: optional(methods('an AbortSignal', 'addEventListener')),
});

/**
 * Converts an application to a listener for an existing server. That server's own limits apply to connections (size and
 * timeout of headers, number of connections, keep-alive).
 *
 * Requests that a `node:http2` server receives over HTTP/2 get a 505, and `onError` is called with `HTTP2_UNSUPPORTED`.
 * For HTTP/2, use the `http2` option of `serve`.
 *
 * The `closing` signal of a request's lifetime aborts only with the option `closing`, because the listener is not notified
 * when the server closes.
 *
 * @param served an application, whose factories create the requests
 * @throws {OptionError} `OPTION_INVALID`
 */
export function toListener(served: ServedApplication): Listener;

/**
 * Converts an application or a handler, with options.
 *
 * @param served an application, an object with `handle`, or a function that is its `handle`
 * @param options `factories` is required unless `served` is an application
 * @throws {OptionError} `OPTION_INVALID`
 */
export function toListener<H extends ServedHandler>(
  served: H,
  options: OptionsFor<H, ToListenerOptions>,
): Listener;
export function toListener(served: ServedHandler, given?: ToListenerOptions): Listener {
  const handler = handlerOf(served, DOOR);
  const checked = declared(given);
  checkTrust(checked, DOOR);
  const factories = requestFactoriesOf(served, checked.factories, DOOR);
  const core = new ListenerCore(handler, { ...checked, factories }, true);
  const { closing } = checked;
  const watch = closing === undefined ? null : closedBy(closing, core);
  return (incoming, outgoing) => {
    const overHttp1: boolean = incoming instanceof IncomingMessage;
    if (overHttp1 || accepted(INCOMING, incoming, `${DOOR}.incoming`).httpVersionMajor < 2) {
      watch?.(incoming.socket);
      new ReceivedRequest(core, incoming, outgoing).begin();
    } else {
      const event = errorEvent('request', 505, core.sourceOf(incoming));
      core.report(http2Unsupported(), event);
      outgoing.writeHead(505).end();
    }
  };
}

function http2Unsupported(): NodeAdapterError {
  const text = 'toListener supports only HTTP/1: use serve with http2: true for HTTP/2';
  return new NodeAdapterError('HTTP2_UNSUPPORTED', text, 505);
}
