import { sendTraced } from './traced-requests.js';

export { InterimLimit } from './interim-limit.js';
export { inOwnTrace, sendTraced } from './traced-requests.js';
export { DISPATCH_TIMEOUTS, REFUSED_REQUESTS, UNREACHABLE } from './undici-codes.js';

/**
 * Sends requests to other servers: an `Agent`, `Pool` or `Client` of undici, or any object with the same `dispatch`.
 * Only what packages need is typed, so that every undici version that has it fits.
 *
 * @typeParam Body what packages send: `Readable | Uint8Array`, whose first type is Node's
 */
export interface DispatcherInterface<Body> {
  /** @returns `false` if it is busy, which callers ignore: the request is queued */
  dispatch(request: DispatchedRequest<Body>, handler: DispatchedHandler): boolean;
}

/** A request, as undici accepts it. */
export interface DispatchedRequest<Body> {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The path, with the query. */
  readonly path: string;
  readonly method: string;
  /** Alternating names and values. */
  readonly headers: string[];
  /** `null` for none. */
  readonly body: Body | null;
  /** Maximum milliseconds until the headers of the response arrive. */
  readonly headersTimeout: number;
  /** Maximum milliseconds between two parts of the response body. */
  readonly bodyTimeout: number;
  /** The protocol to switch to; `null` or absent for none. */
  readonly upgrade?: string | null;
}

/**
 * The callbacks of a dispatcher, in this order: request start, response start, data, end; an error or an upgrade ends
 * the sequence.
 */
export interface DispatchedHandler {
  onRequestStart(controller: DispatchController): void;
  onRequestUpgrade?(
    controller: DispatchController,
    status: number,
    headers: DispatchedFields,
    socket: object,
  ): void;
  onResponseStart(
    controller: DispatchController,
    status: number,
    headers: DispatchedFields,
    reason?: string,
  ): void;
  onResponseData(controller: DispatchController, chunk: Uint8Array): void;
  onResponseEnd(controller: DispatchController, trailers: DispatchedFields): void;
  onResponseError(controller: DispatchController | undefined, error: Error): void;
}

/** Headers keyed by lower-case name. */
export type DispatchedFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Controls an exchange. */
export interface DispatchController {
  /** Alternating names and values as received; absent if an interceptor has replaced the response. */
  readonly rawHeaders?: unknown;
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/** Returns a dispatcher of which every request is {@link sendTraced}. */
export function tracedDispatcher<Body>(
  given: DispatcherInterface<Body>,
): DispatcherInterface<Body> {
  return {
    dispatch: (request, handler) => sendTraced(request, () => given.dispatch(request, handler)),
  };
}

/**
 * Reads the headers of a response.
 *
 * @returns alternating names and values, one character per byte; in the server's order and case, unless an interceptor
 *   has replaced the response
 * @throws {Error} if the body has a transfer coding other than `chunked`: no request accepts one, and the dispatcher
 *   does not decode it (RFC 9112 6.1)
 */
export function receivedFields(
  { rawHeaders }: DispatchController,
  headers: DispatchedFields,
): string[] {
  const given: readonly unknown[] = Array.isArray(rawHeaders)
    ? rawHeaders
    : Object.entries(headers).flat();
  const fields: string[] = [];
  for (let at = 0; at < given.length; at += 2) {
    const name = latin1(given[at]);
    const values = given[at + 1];
    // Interceptors represent a repeated header as one name with a list of values.
    for (const value of Array.isArray(values) ? (values as unknown[]) : [values]) {
      if (value !== undefined) fields.push(name, checked(name, latin1(value)));
    }
  }
  return fields;
}

function checked(name: string, value: string): string {
  const isCoded = name.length === 17 && name.toLowerCase() === 'transfer-encoding';
  if (isCoded && value.trim().toLowerCase() !== 'chunked') {
    throw new Error(`unsupported transfer coding in a response: ${JSON.stringify(value)}`);
  }
  return value;
}

/**
 * Reads the reason phrase of a response, which has no meaning (RFC 9112 4).
 *
 * @returns `''` for a phrase that is not ASCII, which undici has decoded as UTF-8, or has control characters: the response is
 *   still valid
 */
export function receivedReason(reason = ''): string {
  return /^[\t -~]*$/.test(reason) ? reason : '';
}

/**
 * Removes `data`, the response bytes that undici's parser adds to its error, because they can contain secrets and
 * errors are logged.
 *
 * @returns the same error
 */
export function withoutReceivedBytes(error: Error): Error {
  Reflect.deleteProperty(error, 'data');
  return error;
}

function latin1(value: unknown): string {
  return value instanceof Uint8Array ? String.fromCharCode(...value) : String(value);
}
