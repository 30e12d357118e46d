/** A request that a client sends. */
export interface TransportRequest {
  readonly method: string;

  /** The base URL, followed by the path and the query string. */
  readonly url: string;

  readonly headers: Readonly<Record<string, string>>;

  /** JSON, a form, or unchanged content; `null` for no body. */
  readonly body: string | Blob | FormData | null;

  /** Aborts the call; `null` if the caller passed none. */
  readonly signal: AbortSignal | null;
}

/** A response that a client receives. */
export interface TransportResponse {
  readonly status: number;

  /** Returns the values of a header, ignoring case, joined with `, `; `null` if it is absent. */
  header(name: string): string | null;

  /** Reads the whole body; called once. */
  bytes(): Promise<Uint8Array>;
}

/** Sends a request and returns the response, for example with `fetch`. Rejects if there is no response. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;
