import { quote } from '@mortise/base';
import { fromWebResponse, isWebResponse, type WebResponseOptions } from '@mortise/base/message';
import { boolean, optional, options } from '@mortise/base/options';
import type {
  ResponseFactoryInterface,
  ResponseInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { FetchAdapterError } from '../fetch-adapter-error.js';

/** Options of {@link fromResponse}. */
export interface FromResponseOptions extends WebResponseOptions {
  /**
   * Whether the runtime has already decoded the body; if so, `Content-Encoding`, `Content-Length` and other headers about
   * the coded bytes (ranges, digests) are omitted, and the `ETag` becomes weak. Set this for a copy of a `fetch` response,
   * such as `new Response(upstream.body, upstream)`. Default: `true` for a response from `fetch` itself, which has a
   * `url`, if its coding is one that the runtime decodes.
   */
  readonly decoded?: boolean | undefined;
}

/** The rules of {@link FromResponseOptions}. */
export const responseRules = { decoded: optional(boolean) };

const declared = options<FromResponseOptions>()('fromResponse', responseRules);

/**
 * Converts a platform's `Response` to a response of a message implementation. The body can be read once, in order;
 * closing it cancels the platform's body. Connection headers, `Expect`, `HTTP2-Settings`, `Proxy` and `Proxy-*`, except
 * `Proxy-Status`, are omitted.
 *
 * @param factories those of the message implementation, such as `app.factories`
 * @throws {FetchAdapterError} `RESPONSE_INVALID` for a value that is not a `Response`, for a network error
 *   (`Response.error()`), a status below 200, a body that has already been read, or a 206 whose body was decoded
 * @throws {OptionError} `OPTION_INVALID`
 */
export function fromResponse(
  response: Response,
  factories: ResponseFactoryInterface & StreamFactoryInterface,
  given?: FromResponseOptions,
): ResponseInterface {
  const checked = declared(given);
  if (isWebResponse(response)) {
    return fromWebResponse(response, factories, refused, checked);
  }
  const text = `received ${quote(response)} instead of a Response; is a "return" missing?`;
  throw FetchAdapterError.responseInvalid(text);
}

const refused = (why: string): FetchAdapterError => FetchAdapterError.responseInvalid(why);
