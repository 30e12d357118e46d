/** Who sent a request, and how it reached us: what a `Request` does not tell. */
export interface Client {
  readonly address?: string | null;
  readonly port?: number | null;
  /** Default: that of the request's URL. */
  readonly scheme?: 'http' | 'https';
  /** `host[:port]` that the client addressed. Default: that of the request's URL. */
  readonly host?: string;
}
