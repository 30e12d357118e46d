import type { AppInterface, VariantTypes } from '@mortise/app';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { openApiDocument, type OpenApiOptions } from './open-api-document.js';

/** A callback of a route, in any variant. */
export type OpenApiHandler = (
  request: ServerRequestInterface,
  response: ResponseInterface,
) => ResponseInterface;

/**
 * Makes a callback that sends the document of an application. The document is made at the first request, when all routes
 * are registered, and kept; call `openApiDocument` before you serve to see its errors then.
 */
export function openApiHandler<T extends VariantTypes>(
  app: AppInterface<T>,
  options: OpenApiOptions,
): OpenApiHandler {
  let text: string | null = null;
  return (_request, response) => {
    text ??= JSON.stringify(openApiDocument(app, options));
    response.getBody().write(text);
    return response.withHeader('Content-Type', 'application/json');
  };
}
