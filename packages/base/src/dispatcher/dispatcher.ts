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
