import type { Readable } from 'node:stream';

/**
 * Sends requests to the target: a `Pool`, `Client` or `Agent` of undici, or anything with its `dispatch`. Its members
 * have the types that the proxy needs, so that every version of undici that has them fits.
 */
export interface UpstreamDispatcher {
  dispatch(request: UpstreamRequest, handler: UpstreamHandler): boolean;
}

/** A request to the target. */
export interface UpstreamRequest {
  /** Scheme, host and port of the target. */
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  /** Alternating names and values. */
  readonly headers: string[];
  readonly body: Readable | Uint8Array | null;
  /** Milliseconds. */
  readonly headersTimeout: number;
  /** Milliseconds. */
  readonly bodyTimeout: number;
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
 * @returns alternating names and values, each character a byte; those of the wire in their order and case, if they are known
 */
export function receivedFields(
  { rawHeaders }: UpstreamController,
  headers: UpstreamFields,
): string[] {
  if (Array.isArray(rawHeaders)) return rawHeaders.flat().map(latin1);
  return Object.entries(headers).flatMap(([name, values = []]) =>
    [values].flat().flatMap((value) => [name, value]),
  );
}

function latin1(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString('latin1') : String(value);
}
