import { isThenable } from '@mortise/base';
import { boolean, options, or, rule, synchronous } from '@mortise/base/options';
import type {
  AttributeKey,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { isToken } from '@mortise/http-syntax';
import { uuidV7 } from './uuid-v7.js';

/** The id of a request: an attribute for inner layers, and a value of the request's lifetime. */
export const REQUEST_ID: AttributeKey<string> = 'mortise.request-id';

/** How request ids are created. */
export interface RequestIdOptions {
  /** The response header, and the request header when `trusted`. Default: `X-Request-Id`. */
  readonly header?: string | undefined;

  /**
   * Whether to use the id in the request's header. Enable it only behind a proxy that sets the header. Default:
   * `false`.
   */
  readonly trusted?: boolean | undefined;

  /** Creates an id. Default: a UUID of version 7. */
  readonly create?: (() => string) | undefined;
}

const declared = options<RequestIdOptions>()('requestId', {
  header: or(
    rule((value) => typeof value === 'string' && isToken(value), 'a header name'),
    'X-Request-Id',
  ),
  trusted: or(boolean, false),
  create: or(synchronous, createId),
});
const RECEIVED = /^[\w.:/+=-]{1,128}$/;

/**
 * Gives every request an id and sends it with the response. A request that passes through twice, for example because of a
 * retry, keeps its id. Add it last, so that it runs first.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function requestId(given?: RequestIdOptions): MiddlewareInterface {
  const { header, trusted, create } = declared(given);
  return {
    name: 'requestId',
    process(request, handler) {
      const lifetime = request.getLifetime();
      const known = lifetime.getValue(REQUEST_ID);
      const id = known ?? (trusted ? receivedId(request.getHeaderLine(header)) : null) ?? create();
      lifetime.setValue(REQUEST_ID, id);
      const named = (response: ResponseInterface) => response.withHeader(header, id);
      const response = handler.handle(request.withAttribute(REQUEST_ID, id));
      return isThenable(response) ? response.then(named) : named(response);
    },
  };
}

/**
 * Returns the id of a request, even outside {@link requestId} and after an error.
 *
 * @returns `null` if none is set
 */
export function requestIdOf(request: Pick<ServerRequestInterface, 'getLifetime'>): string | null {
  return request.getLifetime().getValue(REQUEST_ID) ?? null;
}

/**
 * Returns an id that was received from another system: 1 to 128 letters, digits and `_ . : / + = -`.
 *
 * @returns `null` for any other text, which could forge a log line
 */
export function receivedId(value: string): string | null {
  return RECEIVED.test(value) ? value : null;
}

function createId(): string {
  // Runtimes keep random bytes for this call: drawing them for each id costs more than the id.
  return uuidV7({ now: Date.now, randomUUID: () => crypto.randomUUID() });
}
