import type {
  MiddlewareInterface,
  ResponseFactoryInterface,
  ResponseInterface,
} from '@mortise/http-message';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeAdapterError } from './errors.js';
import { type RawExchange, rawExchangeOf } from './raw-exchange.js';

/** Middleware in the style of Connect and Express: answers on its own, or calls `next`. */
export type ConnectHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Mounts a Connect-style handler. It works on what Node gave, not on messages: middleware outside it
 * cannot change an answer that it sends itself, and a body that it reads is gone for the application.
 * Header fields that it sets before it calls `next` are sent with the application's response, unless
 * that has a field of the same name.
 *
 * @param factories makes the response that stands for an answer sent by the handler itself
 * @returns middleware for applications that are served by this package; it fails with
 *   `RAW_REQUEST_UNKNOWN` for others. An error given to `next` becomes its rejection.
 */
export function fromConnect(
  handler: ConnectHandler,
  factories: ResponseFactoryInterface,
): MiddlewareInterface {
  return {
    process(request, inner) {
      const raw = rawExchangeOf(request);
      if (raw === null) throw unknown();
      return passed(handler, raw).then((answered) =>
        answered ? standIn(raw, factories) : inner.handle(request),
      );
    },
  };
}

/** @returns whether the handler has answered itself; false when it called `next` */
function passed(handler: ConnectHandler, { incoming, outgoing }: RawExchange): Promise<boolean> {
  return new Promise((resolve, reject) => {
    outgoing.once('close', () => {
      resolve(true);
    });
    handler(incoming, outgoing, (error) => {
      if (error === undefined || error === null) resolve(false);
      else
        reject(
          error instanceof Error
            ? error
            : new Error('a Connect-style handler failed', { cause: error }),
        );
    });
  });
}

function standIn(
  { outgoing }: RawExchange,
  factories: ResponseFactoryInterface,
): ResponseInterface {
  return factories.createResponse(outgoing.statusCode);
}

function unknown(): NodeAdapterError {
  const text = 'a Connect-style handler needs a request that @mortise/node received';
  return new NodeAdapterError('RAW_REQUEST_UNKNOWN', text);
}
