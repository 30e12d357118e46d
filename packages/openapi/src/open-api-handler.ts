import { warnOnce } from '@mortise/base';
import { isDevelopment } from '@mortise/base/message';
import type { AppInterface, VariantTypes } from '@mortise/app';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { checkOpenApiOptions, openApiDocument, type OpenApiOptions } from './open-api-document.js';

/** A route handler, for any variant. */
export type OpenApiHandler = (
  request: ServerRequestInterface,
  response: ResponseInterface,
) => ResponseInterface;

/**
 * Creates a route handler that sends an application's document as JSON. The document is created on the first request,
 * when all routes are registered, and cached. To see its errors at startup, call {@link openApiDocument} before you
 * serve.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function openApiHandler<T extends VariantTypes>(
  app: AppInterface<T>,
  options: OpenApiOptions,
): OpenApiHandler {
  checkOpenApiOptions(options, 'openApiHandler');
  let text: string | null = null;
  const warnNow = warnOnce('OPENAPI_EMPTY');
  return (request, response) => {
    if (text === null) {
      const document = openApiDocument(app, options);
      text = JSON.stringify(document);
      if (Object.keys(document.paths).length === 0 && isDevelopment(request)) {
        warnNow(
          'the OpenAPI document has no paths, because the application has no described route',
          'Describe routes with endpoint(), and pass the application that has them: mounted applications are not included.',
        );
      }
    }
    response.getBody().write(text);
    return response.withHeader('Content-Type', 'application/json');
  };
}
