import type { Readable } from 'node:stream';

/**
 * Sends requests to the target: a `Pool`, `Client` or `Agent` of undici, or anything with its `dispatch`. Its members
 * have the types that the proxy needs, so that every version of undici that has them fits.
 */
export interface UpstreamDispatcher {
  /** @returns `false` if it is busy, which is ignored: the request waits */
  dispatch(request: UpstreamRequest, handler: UpstreamHandler): boolean;
}

/** A request to the target. */
export interface UpstreamRequest {
  /** Scheme, host and port of the target. */
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  readonly method: string;
  /** Alternating names and values. */
  readonly headers: string[];
  /** `null` for none. */
  readonly body: Readable | Uint8Array | null;
  /** Milliseconds until the head of the response. */
  readonly headersTimeout: number;
  /** Milliseconds between two parts of its body. */
  readonly bodyTimeout: number;
  /** The protocol to switch to; `null` for none. */
  readonly upgrade: string | null;
}

/** What a dispatcher calls with the response, in this order: start, head, data, end; an error or an upgrade ends it. */
export interface UpstreamHandler {
  onRequestStart(controller: UpstreamController): void;
  onRequestUpgrade(
    controller: UpstreamController,
    status: number,
    headers: UpstreamFields,
    socket: object,
  ): void;
  onResponseStart(
    controller: UpstreamController,
    status: number,
    headers: UpstreamFields,
    reason?: string,
  ): void;
  onResponseData(controller: UpstreamController, chunk: Uint8Array): void;
  onResponseEnd(controller: UpstreamController, trailers: UpstreamFields): void;
  onResponseError(controller: UpstreamController | undefined, error: Error): void;
}

/** Headers by name, in lower case. */
export type UpstreamFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Controls the exchange with the target. */
export interface UpstreamController {
  /** Alternating names and values as received; absent if an interceptor has replaced the response. */
  readonly rawHeaders?: unknown;
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/**
 * Reads the headers of a response.
 *
 * @returns alternating names and values, each character a byte; in the order and case of the target, unless an
 *   interceptor has replaced the response
 */
export function receivedFields(
  { rawHeaders }: UpstreamController,
  headers: UpstreamFields,
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
      if (value !== undefined) fields.push(name, latin1(value));
    }
  }
  return fields;
}

function latin1(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString('latin1') : String(value);
}
