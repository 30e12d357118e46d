import type {
  RequestEnd,
  RequestHandlerInterface,
  ResponseInterface,
  RoutedInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { MOUNTED_AT, ROUTED } from '../keys.js';
import { errorOf } from '../message/last-error.js';
import { isThenable, settled } from '../thenable.js';

/** What subscribers of `tracingChannel('mortise:request')` receive: the same object for each event of a request. */
export interface RequestTrace {
  /** The request as the adapter created it, without attributes set by layers. */
  readonly request: ServerRequestInterface;

  /** The handler's response; `null` until there is one. */
  readonly response: ResponseInterface | null;

  /** The routing result; `null` before routing, and if the handler is not an application. */
  readonly route: RoutedInterface | null;

  /** What the handler threw, or the error that became the response; `null` if there was none. */
  readonly error: unknown;

  /** How the request ended; `null` before `mortise:request:finish`. */
  readonly end: RequestEnd | null;
}

interface Channel {
  readonly hasSubscribers: boolean;
  publish(trace: RequestTrace): void;
  runStores<Result>(trace: RequestTrace, run: () => Result): Result;
}

interface Platform {
  readonly process?: {
    getBuiltinModule?(
      name: 'node:diagnostics_channel',
    ): { channel(name: string): Channel } | undefined;
  };
}

/** Looked up at run time, because an import would fail on platforms without this module. */
const module = (globalThis as Platform).process?.getBuiltinModule?.('node:diagnostics_channel');
const channels = module === undefined ? null : channelsOf((name) => module.channel(name));

function channelsOf(channel: (name: string) => Channel) {
  const traced = (event: string): Channel => channel(`tracing:mortise:request:${event}`);
  return {
    start: traced('start'),
    end: traced('end'),
    asyncStart: traced('asyncStart'),
    asyncEnd: traced('asyncEnd'),
    error: traced('error'),
    finish: channel('mortise:request:finish'),
  };
}

/**
 * Calls a handler, and publishes the request's events to Node's diagnostics channels if they have subscribers: to those
 * of `tracingChannel('mortise:request')`, following Node's convention, and to `mortise:request:finish` at the end of
 * the request's lifetime. Subscribers receive a {@link RequestTrace}.
 *
 * `error` is published if the handler throws or rejects, and if an error became a response with status 400 or above.
 *
 * @param basePath the adapter's option, for the pattern of the route; `''` for the root
 * @returns the handler's result: not a promise if the handler is synchronous
 */
export function handleTraced(
  handler: RequestHandlerInterface,
  request: ServerRequestInterface,
  basePath: string,
): ResponseInterface | Promise<ResponseInterface> {
  const placed = basePath === '' ? request : request.withAttribute(MOUNTED_AT, basePath);
  return channels !== null && isSubscribed(channels)
    ? new Tracing(channels, placed).handle(handler)
    : settled(handler.handle(placed));
}

type Channels = ReturnType<typeof channelsOf>;

function isSubscribed({ start, end, asyncStart, asyncEnd, error, finish }: Channels): boolean {
  return (
    start.hasSubscribers ||
    finish.hasSubscribers ||
    end.hasSubscribers ||
    asyncEnd.hasSubscribers ||
    error.hasSubscribers ||
    asyncStart.hasSubscribers
  );
}

class Tracing implements RequestTrace {
  response: ResponseInterface | null = null;
  error: unknown = null;
  end: RequestEnd | null = null;
  readonly request: ServerRequestInterface;
  readonly #channels: Channels;

  constructor(traced: Channels, request: ServerRequestInterface) {
    this.#channels = traced;
    this.request = request;
  }

  get route(): RoutedInterface | null {
    return this.request.getLifetime().getValue(ROUTED) ?? null;
  }

  handle(handler: RequestHandlerInterface): ResponseInterface | Promise<ResponseInterface> {
    const { start, end, asyncStart, asyncEnd, finish } = this.#channels;
    this.request.getLifetime().onEnd((how) => {
      this.end = how;
      finish.publish(this);
    });
    return start.runStores(this, () => {
      try {
        const result = settled(handler.handle(this.request));
        if (!isThenable(result)) return this.#returned(result);
        return result.then(
          (response) => {
            this.#returned(response);
            asyncStart.publish(this);
            asyncEnd.publish(this);
            return response;
          },
          (error: unknown) => {
            this.#failed(error);
            asyncStart.publish(this);
            asyncEnd.publish(this);
            throw error;
          },
        );
      } catch (error) {
        this.#failed(error);
        throw error;
      } finally {
        end.publish(this);
      }
    });
  }

  #returned(response: ResponseInterface): ResponseInterface {
    this.response = response;
    const error = errorOf(this.request);
    // Middleware can have replaced the error with a successful response.
    if (error !== null && response.getStatusCode() >= 400) this.#failed(error);
    return response;
  }

  #failed(error: unknown): void {
    this.error = error;
    this.#channels.error.publish(this);
  }
}
