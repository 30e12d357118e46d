import { callable, optional, options as declare, or, rule } from '@mortise/base/options';
import { commonHeaders, mergeHeaders } from './merge-headers.js';
import type { Transport } from './transport.js';

/** Options of {@link fetchTransport}. */
export interface FetchTransportOptions {
  /** Sends each request. Default: the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;

  /** Headers of every request, which a call can override. A function is called for each request. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);

  /** Passed to `fetch`: `credentials`, `mode`, `cache`. Default: nothing. */
  readonly init?: Readonly<RequestInit>;
}

const declared = declare<FetchTransportOptions>()('fetchTransport', {
  fetch: optional(callable),
  headers: or(commonHeaders, {}),
  init: or(
    rule((value) => typeof value === 'object' && value !== null, 'an object of fetch options'),
    {},
  ),
});

/**
 * Sends the calls of a client with `fetch`. A call rejects if there is no response.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function fetchTransport(options?: FetchTransportOptions): Transport {
  const { headers, init, fetch } = declared(options);
  return async ({ method, url, headers: own, body, signal }) => {
    const send = fetch ?? globalThis.fetch;
    const response = await send(url, {
      ...init,
      method,
      headers: mergeHeaders(headers, own),
      body,
      signal,
    });
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      bytes: async () => new Uint8Array(await response.arrayBuffer()),
    };
  };
}
