export { InterimLimit } from './interim-limit.js';
export { DISPATCH_TIMEOUTS, REFUSED_REQUESTS, UNREACHABLE } from './undici-codes.js';

/**
 * Sends requests to other servers: an `Agent`, `Pool` or `Client` of undici, or anything with its `dispatch`. Its members have
 * the types that packages need, so that every version of undici that has them fits.
 *
 * @typeParam Body what packages send: `Readable | Uint8Array`, whose first type is Node's
 */
export interface DispatcherInterface<Body> {
  /** @returns `false` if it is busy, which is ignored: the request waits */
  dispatch(request: DispatchedRequest<Body>, handler: DispatchedHandler): boolean;
}

/** A request, as undici accepts it. */
export interface DispatchedRequest<Body> {
  /** Scheme, host and port. */
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  readonly method: string;
  /** Alternating names and values. */
  readonly headers: string[];
  /** `null` for none. */
  readonly body: Body | null;
  /** Milliseconds until the head of the response. */
  readonly headersTimeout: number;
  /** Milliseconds between two parts of its body. */
  readonly bodyTimeout: number;
  /** The protocol to switch to; `null` or absent for none. */
  readonly upgrade?: string | null;
}

/** What a dispatcher calls with the response, in this order: start, head, data, end; an error or an upgrade ends it. */
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

/** Headers by name, in lower case. */
export type DispatchedFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Controls an exchange. */
export interface DispatchController {
  /** Alternating names and values as received; absent if an interceptor has replaced the response. */
  readonly rawHeaders?: unknown;
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/**
 * Reads the headers of a response.
 *
 * @returns alternating names and values, each character a byte; in the order and case of the server, unless an
 *   interceptor has replaced the response
 * @throws {Error} if the body has a transfer coding other than `chunked`: no request asked for one, and the dispatcher
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
    // Interceptors get a repeated header as one name with a list of values.
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
 * Reads the reason phrase of a response, which means nothing (RFC 9112 4).
 *
 * @returns `''` for one that is not text of bytes without control characters: the response is good all the same
 */
export function receivedReason(reason = ''): string {
  return /^[\t -~\u0080-\u00ff]*$/.test(reason) ? reason : '';
}

/**
 * Removes `data`, the response bytes that undici's parser adds to its error, because they can contain secrets and errors are
 * logged.
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
