/** A request of a client. */
export interface TransportRequest {
  readonly method: string;

  /** The base URL, the path and the query. */
  readonly url: string;

  readonly headers: Readonly<Record<string, string>>;

  /** JSON, a form, or content as given; `null` for no body. */
  readonly body: string | Blob | FormData | null;

  /** Aborts the call. */
  readonly signal: AbortSignal | null;
}

/** The response to a client. */
export interface TransportResponse {
  readonly status: number;

  /** @param name in any case @returns the values joined by `, `; `null` if the header is absent */
  header(name: string): string | null;

  /** Reads the body, once. */
  bytes(): Promise<Uint8Array>;
}

/** Performs one exchange with the server: with `fetch`, or in the process of a test. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;
