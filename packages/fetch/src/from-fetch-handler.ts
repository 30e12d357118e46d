import { statusOf } from '@mortise/base';
import { noteCookiesPassed } from '@mortise/base/adapter';
import { factoriesOf, factoriesWith, withUnknownLength } from '@mortise/base/message';
import { boolean, ensure, options, or } from '@mortise/base/options';
import type {
  Awaitable,
  MessageInterface,
  RequestHandlerInterface,
  ResponseFactoryInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { parseMediaType } from '@mortise/http-syntax';
import { fromResponse, type FromResponseOptions, responseRules } from './response/from-response.js';
import { endedBy } from './response/ended-by.js';
import { unwatched } from './response/outgoing-body.js';
import { toWatchedRequest } from './request/to-request.js';

/** Options of {@link fromFetchHandler}. */
export interface FromFetchHandlerOptions extends FromResponseOptions {
  /**
   * Whether event streams (responses of type `text/event-stream`) end when the server begins to close; otherwise, most
   * never end. A stream that begins later is empty, so that its client reconnects to another server. All other
   * responses are sent completely. Default `false`.
   */
  readonly endOnClose?: boolean | undefined;

  /** The message factories for the responses. Default: the request's factories. */
  readonly factories?: (ResponseFactoryInterface & StreamFactoryInterface) | undefined;
}

const EXPECTED = 'a function (request) => Response, such as app.fetch';

const declared = options<FromFetchHandlerOptions>()('fromFetchHandler', {
  ...responseRules,
  endOnClose: or(boolean, false),
  factories: factoriesWith('createResponse', 'createStream', 'createStreamFromResource'),
});

/**
 * Converts a fetch-style handler, which takes a `Request` and returns a `Response`, to a request handler. The signal of
 * the `Request` aborts when that of the application's request does.
 *
 * A request fails with `BODY_CONSUMED` if a layer has read its body and not passed on another one. If the handler fails
 * after the client has sent a malformed, late or too large body, the error is that of the body, such as a 400.
 *
 * @param handler called only with the request; bind other arguments
 * @returns a request handler; it fails with the errors of {@link toRequest}, {@link fromResponse} and `handler`
 * @throws {OptionError} `OPTION_INVALID` if `handler` is not a function, or for an invalid option
 */
export function fromFetchHandler(
  handler: (request: Request) => Awaitable<Response>,
  given?: FromFetchHandlerOptions,
): RequestHandlerInterface {
  const isFunction = typeof (handler as unknown) === 'function';
  ensure(isFunction, 'fromFetchHandler.handler', handler, EXPECTED);
  const { decoded, endOnClose, factories: own } = declared(given);
  return {
    async handle(request) {
      noteCookiesPassed(request);
      const { signal, closing } = request.getLifetime();
      const factories = factoriesOf(request, own, 'fromFetchHandler.factories');
      let lost: unknown = null;
      const failed = (error: unknown): void => {
        lost = error;
      };
      const sent = toWatchedRequest(request, signal, { ...unwatched, failed });
      let response: Response;
      try {
        response = await handler(sent);
      } catch (error) {
        // `fetch` wraps the error of a body that it sends.
        throw isOfClient(lost) ? lost : error;
      }
      const message = fromResponse(response, factories, { decoded });
      if (response.body === null && request.getMethod() === 'HEAD')
        return withUnknownLength(message, factories);
      if (!endOnClose || !isEventStream(message)) return message;
      const body = endedBy(closing, message.getBody());
      return message.withBody(factories.createStreamFromResource(body));
    },
  };
}

/** Whether the client is to blame, as for a malformed or late body. */
function isOfClient(error: unknown): boolean {
  return (statusOf(error) ?? 500) < 500;
}

function isEventStream(message: MessageInterface): boolean {
  return parseMediaType(message.getHeaderLine('Content-Type'))?.essence === 'text/event-stream';
}
