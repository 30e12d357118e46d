import { ignoreRejection } from '@mortise/base';
import { factoriesOf, factoriesWith, ownSource, takeSource } from '@mortise/base/message';
import {
  boolean,
  ensure,
  integer,
  LONGEST_TIMER,
  optional,
  options,
  or,
} from '@mortise/base/options';
import type {
  ResponseInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { EventBody } from './event-body.js';
import type { ServerEvent } from './server-event.js';

/** How events are sent. */
export interface EventStreamOptions {
  /** Creates the body. Default: the request's factories. */
  readonly factories?: Pick<StreamFactoryInterface, 'createStreamFromResource'> | undefined;

  /** Milliseconds without an event after which a comment keeps proxies from closing; 0 for none. Default: 15,000. */
  readonly heartbeat?: number | undefined;

  /** Milliseconds until the browser reconnects. Default: the browser's, about 3 seconds. */
  readonly retry?: number | undefined;

  /**
   * Whether the stream may be compressed: `false` sends `no-transform`, so that `@mortise/compression` does not
   * compress it. Default: `true`.
   */
  readonly compress?: boolean | undefined;
}

const milliseconds = integer(0, LONGEST_TIMER, 'milliseconds');
const declared = options<EventStreamOptions>()('eventStream', {
  factories: factoriesWith('createStreamFromResource'),
  heartbeat: or(milliseconds, 15_000),
  retry: optional(milliseconds),
  compress: or(boolean, true),
});

/**
 * Returns a response that sends events as they occur.
 *
 * The stream ends with the source, when the client disconnects, when the server begins to close, and on a source error,
 * which aborts it. In each case the source's `return` is called. The source runs in the asynchronous
 * context of this call.
 *
 * @param source usually an async generator, or the subscription of a channel
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {CodedError} `BODY_CONSUMED` for a source that another response reads
 * @see HTML, 9.2 Server-sent events
 */
export function eventStream<R extends ResponseInterface>(
  request: ServerRequestInterface,
  response: R,
  source: AsyncIterable<ServerEvent>,
  given: EventStreamOptions = {},
): R {
  const isIterable = Symbol.asyncIterator in Object(source);
  const expected = 'an async iterable (call the generator function)';
  ensure(isIterable, 'eventStream.source', source, expected);
  takeSource(source);
  const events = ownSource(source);
  const lifetime = request.getLifetime();
  let body: EventBody | null = null;
  // Closes the source if the options are refused, or if the response is dropped without closing its body.
  lifetime.onEnd(() => {
    if (body === null) ignoreRejection(events[Symbol.asyncIterator]().return?.());
    else void body.return();
  });
  const { heartbeat, retry, compress, ...checked } = declared(given);
  const factories = factoriesOf(request, checked.factories, 'eventStream.factories');
  body = new EventBody({
    source: events,
    heartbeat,
    begin: retry === undefined ? ':\n\n' : `retry: ${retry}\n\n`,
    signals: [lifetime.signal, lifetime.closing],
  });
  return response
    .withHeader('Content-Type', 'text/event-stream; charset=utf-8')
    .withHeader('Cache-Control', compress ? 'no-store' : 'no-store, no-transform')
    .withHeader('X-Accel-Buffering', 'no')
    .withoutHeader('Content-Length')
    .withBody(factories.createStreamFromResource(body));
}
