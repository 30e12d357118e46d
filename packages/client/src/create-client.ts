import { formLoss } from '@mortise/base';
import {
  callable,
  methods,
  optional,
  options as declare,
  or,
  rule,
  type Complete,
} from '@mortise/base/options';
import { type Contract, isOperation, type Operation } from '@mortise/contract';
import { resultOf, type UntypedResult } from './call-result.js';
import type { CallOptions, Client } from './client-types.js';
import { describedFields } from './described-fields.js';
import { headerMap, mergeHeaders } from './merge-headers.js';
import { refuseLost } from './refuse-lost.js';
import { requestBody } from './request-body.js';
import { pathOf, queryOf, type TargetArgs, variantsOf } from './target.js';
import type { Transport } from './transport.js';

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** Sends the requests: `fetchTransport()`, `testTransport(app)`, or a function. */
  readonly transport: Transport;

  /**
   * The prefix of every path, such as `https://example.org/api` or `/api`, without a query string, fragment, user or
   * trailing slash. Outside browsers, `fetch` requires an absolute URL. Default `''`.
   */
  readonly baseUrl?: string | undefined;
}

/** Nothing, a path that cannot be that of another host, or the address of a server without a user. */
const BASE_URL = /^(?:|\/[^/\\?#][^?#]*|[a-z][a-z\d+.-]*:\/\/[^/\\?#@]+(?:\/[^?#]*)?)$/i;

const declared = declare<ClientOptions>()('createClient', {
  transport: { ...callable, expected: 'a function, such as fetchTransport()' },
  baseUrl: or(
    rule(
      (value) => typeof value === 'string' && BASE_URL.test(value) && !value.endsWith('/'),
      'a URL or path without a query, a fragment, a user or a trailing slash, such as "https://example.org/api" or "/api"',
    ),
    '',
  ),
});
const declaredCall = declare<CallOptions>()('call', {
  signal: optional(methods('an AbortSignal', 'throwIfAborted', 'addEventListener')),
  headers: or(headerMap, {}),
});

/**
 * Creates a function for each operation of a contract.
 *
 * A call resolves for any response status. It rejects with a {@link ClientError}, or with the transport's error. The
 * client does not validate, because the server validates requests and responses. It uses the schemas only to decide how
 * to send values that text cannot represent, such as `null` or an empty list.
 *
 * @throws {OptionError} `OPTION_INVALID` for invalid options; a call rejects with it for invalid call options
 * @throws {RouterError} if an operation has an invalid pattern
 */
export function createClient<C extends Contract>(contract: C, options: ClientOptions): Client<C> {
  return callsOf(contract, declared(options)) as Client<C>;
}

function callsOf(contract: Contract, options: Complete<ClientOptions>): object {
  return Object.fromEntries(
    Object.entries(contract).map(([name, member]) => [
      name,
      isOperation(member) ? callOf(member, options) : callsOf(member, options),
    ]),
  );
}

/** The untyped input of a call. */
interface UntypedInput {
  readonly args?: TargetArgs;
  readonly query?: object;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly cookies?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly files?: Readonly<Record<string, unknown>>;
}

/** Includes the problem type, by which problems are distinguished from described JSON. */
const ACCEPT = 'application/problem+json, application/json;q=0.9, */*;q=0.8';

function callOf(
  { method, pattern, description }: Operation,
  { transport, baseUrl }: Complete<ClientOptions>,
): (input?: UntypedInput, options?: CallOptions) => Promise<UntypedResult> {
  const name = `${method} ${pattern}`;
  const variants = variantsOf(pattern);
  return async (input = {}, options) => {
    const { signal = null, headers } = declaredCall(options);
    const { args = {}, query = {}, body: content, files } = input;
    refuseLost(name, 'ARGUMENT_INVALID', 'args', formLoss(args));
    refuseLost(name, 'QUERY_INVALID', 'query', formLoss(query));
    refuseLost(name, 'HEADER_INVALID', 'headers', formLoss(input.headers ?? {}));
    refuseLost(name, 'HEADER_INVALID', 'cookies', formLoss(input.cookies ?? {}));
    const { body, type } = requestBody(name, description, content, files);
    const response = await transport({
      method,
      url: baseUrl + pathOf(name, variants, args) + queryOf(query, description.query),
      headers: mergeHeaders(
        { Accept: ACCEPT, ...(type !== null && { 'Content-Type': type }) },
        mergeHeaders(describedFields(name, description, input), headers),
      ),
      body,
      signal,
    });
    return resultOf(name, description, response);
  };
}
