import type { Readable } from 'node:stream';

/** Sends requests: an `Agent` of undici, or anything with its `dispatch`. */
export interface ClientDispatcher {
  dispatch(request: DispatchedRequest, handler: DispatchedHandler): boolean;
}

/** A request, as undici takes it. */
export interface DispatchedRequest {
  /** Scheme, host and port. */
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
