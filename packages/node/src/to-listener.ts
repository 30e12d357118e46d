import { checkedHandler, checkFactories, errorEvent } from '@mortise/base/adapter';
import type { ServedHandler } from '@mortise/http-message';
import { IncomingMessage, type ServerResponse } from 'node:http';
import { ListenerCore } from './listener/listener-core.js';
import { NodeAdapterError, invalidOption } from './errors.js';
import type { ListenerOptions } from './options.js';

/** Responds to the requests of an existing `node:http` server, or below an Express or Koa application. */
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Makes a handler into a listener for an existing server. The limits of the connection (sizes and
 * timeouts of the header, connections, keep-alive) stay that server's own.
 *
 * A server of `node:http2` hands over requests of another kind: those over HTTP/2 are answered with 505,
 * and `onError` is called (`HTTP2_UNSUPPORTED`); the option `http2` of `serve` is for them.
 *
 * `closing` of the lifetimes of its requests never fires: the listener does not learn that the server
 * closes.
 *
 * @param served an application: anything that has `handle`, or a function that is its `handle`
 * @throws {NodeAdapterError} `OPTION_INVALID`
 */
export function toListener(served: ServedHandler, options: ListenerOptions): Listener {
  checkFactories(options, invalidOption);
  const core = new ListenerCore(checkedHandler(served, invalidOption), options, true);
  return (incoming, outgoing) => {
    const overHttp1: boolean = incoming instanceof IncomingMessage;
    if (overHttp1 || incoming.httpVersionMajor < 2) core.answer(incoming, outgoing, false);
    else {
      const event = errorEvent('request', 505, core.sourceOf(incoming));
      core.report(http2Unsupported(), event);
      outgoing.writeHead(505).end();
    }
  };
}

function http2Unsupported(): NodeAdapterError {
  const text = 'toListener answers HTTP/1 only: use serve with http2: true for HTTP/2';
  return new NodeAdapterError('HTTP2_UNSUPPORTED', text, 505);
}
