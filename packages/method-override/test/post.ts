import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';

export interface Parts {
  readonly method?: string;
  readonly header?: string | readonly string[];
  readonly contentType?: string;
  readonly body?: object;
}

/** A POST, unless the parts say otherwise, with an override header, a media type and a parsed body. */
export function post(factories: HttpFactoriesInterface, parts: Parts): ServerRequestInterface {
  let request = factories.createServerRequest(parts.method ?? 'POST', 'http://h.test/books/1');
  if (parts.header !== undefined)
    request = request.withHeader('x-http-method-OVERRIDE', parts.header);
  if (parts.contentType !== undefined)
    request = request.withHeader('Content-Type', parts.contentType);
  return parts.body === undefined ? request : request.withParsedBody(parts.body);
}
