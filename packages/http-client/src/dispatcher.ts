import type { Readable } from 'node:stream';

/** Sends requests: an `Agent` of undici, or anything with its `dispatch`. */
export interface ClientDispatcher {
  /** @returns `false` if it is busy, which is ignored: the request waits */
  dispatch(request: DispatchedRequest, handler: DispatchedHandler): boolean;
}

/** A request, as undici accepts it. */
export interface DispatchedRequest {
  /** Scheme, host and port. */
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
}

/** What a dispatcher calls with the response, in this order: start, head, data, end; an error ends it at any time. */
export interface DispatchedHandler {
  onRequestStart(controller: DispatchController): void;
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
