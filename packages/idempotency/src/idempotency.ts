import type { MiddlewareInterface, ServerRequestInterface } from '@mortise/http-message';
import { IdempotencyError } from './idempotency-error.js';
import { parseIdempotencyKey } from './idempotency-key.js';
import {
  type IdempotencyOptions,
  type ResolvedIdempotencyOptions,
  resolveOptions,
} from './idempotency-options.js';
import { IdempotentRequests } from './idempotent-requests.js';

/** The safe methods of RFC 9110 9.2.1, and QUERY (RFC 10008). */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** Read by `@mortise/openapi`. */
const DESCRIPTION = {
  responses: {
    400: 'The header `Idempotency-Key` is missing or malformed.',
    409: 'The first request with this `Idempotency-Key` is running: retry after the number of seconds in `Retry-After`. Without that header, its outcome is unknown.',
    422: 'The `Idempotency-Key` belongs to another request.',
  },
};

/**
 * Returns middleware that runs the handler once per `Idempotency-Key`, and repeats the outcome for later requests with
 * the same key and content. Add it to routes or groups, inside authentication and outside everything that must run only
 * once. Requests with a safe method pass. A key that is missing, invalid, still in use or used with other content
 * causes an {@link IdempotencyError}.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 * @see draft-ietf-httpapi-idempotency-key-header-07
 */
export function idempotency(options: IdempotencyOptions): MiddlewareInterface {
  const settings = resolveOptions(options);
  const requests = new IdempotentRequests(settings);
  const layer: MiddlewareInterface & { readonly description: object } = {
    name: 'idempotency',
    description: DESCRIPTION,
    process(request, handler) {
      if (SAFE.has(request.getMethod())) return handler.handle(request);
      const key = keyOf(request, settings);
      return key === null ? handler.handle(request) : requests.handle(request, handler, key);
    },
  };
  return layer;
}

/** @returns `null` if the request has no key and needs none */
function keyOf(
  request: ServerRequestInterface,
  { required, acceptUnquoted, documentation }: ResolvedIdempotencyOptions,
): string | null {
  const [value, ...others] = request.getHeader('Idempotency-Key');
  if (value === undefined) {
    if (required) throw new IdempotencyError('IDEMPOTENCY_KEY_MISSING', documentation);
    return null;
  }
  const key = others.length === 0 ? parseIdempotencyKey(value, acceptUnquoted) : null;
  if (key === null) throw new IdempotencyError('IDEMPOTENCY_KEY_INVALID', documentation);
  return key;
}
