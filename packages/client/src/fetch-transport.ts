import { memberOf } from '@mortise/base';
import {
  callable,
  ensure,
  nested,
  object,
  optional,
  options as declare,
  or,
  OptionError,
} from '@mortise/base/options';
import { commonHeaders, mergeHeaders } from './merge-headers.js';
import type { Transport } from './transport.js';

/** Members that each call sets; those of `init` would have no effect. */
const OF_CALL = ['method', 'headers', 'body', 'signal'] as const;

/** Options of {@link fetchTransport}. */
export interface FetchTransportOptions {
  /** Sends each request. Default: the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;

  /** Headers of every request, which a call can override; a function is called for each request. Default: none. */
  readonly headers?:
    | Readonly<Record<string, string>>
    | (() => Readonly<Record<string, string>>)
    | undefined;

  /** Options for `fetch`, such as `credentials`, except `method`, `headers`, `body` and `signal`. Default: none. */
  readonly init?: Readonly<Omit<RequestInit, (typeof OF_CALL)[number]>> | undefined;
}

const declared = declare<FetchTransportOptions>()('fetchTransport', {
  fetch: optional(callable),
  headers: or(commonHeaders, {}),
  init: nested(initOf),
});

function initOf(given: FetchTransportOptions['init'] = {}, path: string) {
  ensure(object.accepts(given), path, given, 'an object such as { credentials: "include" }');
  const name = OF_CALL.find((each) => each in given);
  const instead = name === 'headers' ? 'the option headers instead' : 'each call sets its own';
  ensure(name === undefined, `${path}.${name}`, undefined, `no ${name} in init: ${instead}`);
  return given;
}

/**
 * Sends a client's calls with `fetch`. A call rejects if there is no response.
 *
 * @throws {OptionError} `OPTION_INVALID`; a call rejects with it if `baseUrl` is missing outside browsers
 */
export function fetchTransport(options?: FetchTransportOptions): Transport {
  const { headers, init, fetch } = declared(options);
  return async ({ method, url, headers: own, body, signal }) => {
    const send = fetch ?? globalThis.fetch;
    let response;
    try {
      response = await send(url, {
        ...init,
        method,
        headers: mergeHeaders(headers, own),
        body,
        signal,
      });
    } catch (error) {
      // The class can be that of another realm.
      const isRefused = isIncomplete(url) && memberOf(error, 'name') === 'TypeError';
      throw isRefused ? baseUrlMissing(error) : error;
    }
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      bytes: async () => new Uint8Array(await response.arrayBuffer()),
    };
  };
}

/** Whether a URL is a path, on a platform that cannot complete it, because there is no page. */
function isIncomplete(url: string): boolean {
  return !URL.canParse(url) && !('location' in globalThis);
}

function baseUrlMissing(cause: unknown): OptionError {
  const expected =
    'the address of the server, such as "https://example.org", which is required outside browsers';
  const error = new OptionError('createClient.baseUrl', '', expected);
  return Object.assign(error, { cause });
}
