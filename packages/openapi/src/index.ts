export {
  describe,
  type MiddlewareDescription,
  OPENAPI,
  type RouteDocumentation,
} from './describe.js';
export { openApiDocument, type OpenApiDocument, type OpenApiOptions } from './open-api-document.js';
export { openApiHandler, type OpenApiHandler } from './open-api-handler.js';
export { OpenApiError, type OpenApiErrorCode } from './openapi-error.js';
export { type CatalogueEntry, problemCatalogue } from './problem-catalogue.js';
