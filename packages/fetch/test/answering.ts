import type {
  Awaitable,
  HttpFactoriesInterface,
  RequestLifetimeInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { type FetchOptions, toFetchHandler } from '../src/index.js';

/** What a test answers with. */
export type Handle = (request: ServerRequestInterface) => Awaitable<ResponseInterface>;

/** A fetch handler with what it has seen: its errors, and the life of its last request. */
export interface Answering {
  readonly ask: (request: Request | string) => Promise<Response>;
  readonly errors: unknown[];
  readonly lifetime: () => RequestLifetimeInterface;
}

/** Answers by a function, and keeps what happens. */
export function answering(
  factories: HttpFactoriesInterface,
  handle: Handle,
  options: Partial<FetchOptions<readonly unknown[]>> = {},
): Answering {
  const errors: unknown[] = [];
  let last: RequestLifetimeInterface | null = null;
  const handler = {
    handle(request: ServerRequestInterface) {
      last = request.getLifetime();
      return handle(request);
    },
  };
  const onError = (error: unknown): void => void errors.push(error);
  const fetchHandler = toFetchHandler(handler, {
    onError,
    ...options,
    factories: options.factories ?? factories,
  });
  return {
    errors,
    ask: async (request) =>
      fetchHandler(typeof request === 'string' ? new Request(request) : request),
    lifetime: () => {
      if (last === null) throw new Error('no request came');
      return last;
    },
  };
}

/** Bytes that come when they are asked for, and know what became of them. */
export class Chunks implements AsyncIterable<Uint8Array> {
  asked = 0;
  cancelled = false;
  readonly #texts: readonly string[];
  readonly #failure: Error | null;

  /** @param failure follows the last text, instead of the end */
  constructor(texts: readonly string[], failure: Error | null = null) {
    this.#texts = texts;
    this.#failure = failure;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return {
      next: () => {
        const text = this.#texts[this.asked++];
        if (text !== undefined) return Promise.resolve({ done: false, value: bytes(text) });
        if (this.#failure !== null) return Promise.reject(this.#failure);
        return Promise.resolve({ done: true, value: undefined });
      },
      return: () => {
        this.cancelled = true;
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Lets everything that can run now run. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** An error that wants to be answered by a status. */
export function statusError(
  status: number,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
): Error {
  return Object.assign(new Error('refused'), { status, code: 'REFUSED', headers });
}
