import { OptionChecks } from '@mortise/base/options';
import type {
  ResponseInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { EventBody, type Timers } from './event-body.js';
import type { ServerEvent } from './server-event.js';
import { SseError } from './sse-error.js';

/** How events are sent. */
export interface EventStreamOptions {
  /** Creates the body. Default: the factories that come with the request. */
  readonly factories?: Pick<StreamFactoryInterface, 'createStreamFromResource'>;

  /** Milliseconds without an event after which a comment keeps proxies from closing; 0 for none. Default: 15,000. */
  readonly heartbeat?: number;

  /** Milliseconds until the browser reconnects. Default: the browser's, about 3 seconds. */
  readonly retry?: number;

  /** Whether the stream may be compressed. Default: `true`. */
  readonly compress?: boolean;

  /** Default: the timers of the runtime. */
  readonly timers?: Timers;
}

const OPTIONS: Record<keyof EventStreamOptions, 0> = {
  factories: 0,
  heartbeat: 0,
  retry: 0,
  compress: 0,
  timers: 0,
};
const checks = new OptionChecks(SseError);
/** The maximum delay of a timer. */
const MAX_DELAY = 2 ** 31 - 1;
const TIMERS: Timers = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => {
    clearTimeout(timer as ReturnType<typeof setTimeout>);
  },
};

/**
 * Returns a response that sends events as they occur.
 *
 * The stream ends with the source, when the client disconnects, when the server begins to close, and on an
 * error of the source, which aborts it. In each case the source's `return` is called.
 *
 * @param source usually an async generator, or the subscription of a channel
 * @throws {SseError} `OPTION_INVALID`
 * @see HTML, 9.2 Server-sent events
 */
export function eventStream(
  request: ServerRequestInterface,
  response: ResponseInterface,
  source: AsyncIterable<ServerEvent>,
  options: EventStreamOptions = {},
): ResponseInterface {
  checks.names(options, OPTIONS);
  const { factories: given, heartbeat = 15_000, retry, compress = true, timers = TIMERS } = options;
  const factory = 'a stream factory, such as app.factories';
  if (given !== undefined)
    checks.methods('factories', given, ['createStreamFromResource'], factory);
  const factories = checks.factories('eventStream.factories', given, request);
  checks.methods(
    'timers',
    timers,
    ['set', 'clear'],
    'an object with set(run, ms) and clear(timer)',
  );
  assertMilliseconds('heartbeat', heartbeat);
  if (retry !== undefined) assertMilliseconds('retry', retry);
  const isIterable = Symbol.asyncIterator in Object(source);
  checks.that(isIterable, 'source', source, 'an async iterable: call a generator function');
  const lifetime = request.getLifetime();
  const body = new EventBody({
    source,
    heartbeat,
    begin: retry === undefined ? ':\n\n' : `retry: ${retry}\n\n`,
    signals: [lifetime.signal, lifetime.closing],
    timers,
  });
  // Closes the source if the response is dropped without closing its body.
  lifetime.onEnd(() => {
    void body.return();
  });
  return response
    .withHeader('Content-Type', 'text/event-stream; charset=utf-8')
    .withHeader('Cache-Control', compress ? 'no-store' : 'no-store, no-transform')
    .withHeader('X-Accel-Buffering', 'no')
    .withoutHeader('Content-Length')
    .withBody(factories.createStreamFromResource(body));
}

function assertMilliseconds(option: string, value: number): void {
  const isDelay = Number.isSafeInteger(value) && value >= 0 && value <= MAX_DELAY;
  checks.that(isDelay, option, value, `an integer from 0 to ${MAX_DELAY}, in milliseconds`);
}
