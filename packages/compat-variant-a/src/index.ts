export { Container, type ServiceFactory } from './container.js';
export {
  createApp,
  type VariantAAppInterface,
  type VariantAAppOptions,
} from './create-app.js';
export { HaltException } from './errors/halt-exception.js';
export type {
  Slim3ErrorHandler,
  Handlers,
  NotAllowedHandler,
  NotFoundHandler,
} from './errors/handlers.js';
export { doublePass, type DoublePassOptions } from './middleware/double-pass.js';
export { singlePass } from './middleware/single-pass.js';
export type { PathRouterInterface } from './path-router.js';
export type { BodyOptions } from './request/body-options.js';
export { contentLengthOf, isXhr } from './request/header-facts.js';
export { decorateRequest, type DecorationOptions } from './request/decorate-request.js';
export type { MediaTypeParser } from './request/media-type-parsers.js';
export {
  contentCharsetOf,
  contentTypeOf,
  mediaTypeOf,
  mediaTypeParamsOf,
} from './request/media-type.js';
export {
  cookieParam,
  param,
  params,
  parsedBodyParam,
  queryParam,
  serverParam,
} from './request/params.js';
export { ROUTE } from './request/route-attribute.js';
export type { VariantARequestInterface } from './request/variant-a-request-interface.js';
export { withBasePath } from './request/with-base-path.js';
export {
  isBadRequest,
  isClientError,
  isEmpty,
  isForbidden,
  isInformational,
  isNotFound,
  isOk,
  isRedirect,
  isRedirection,
  isServerError,
  isSuccessful,
} from './response/status.js';
export { decorateResponse } from './response/variant-a-response.js';
export type { VariantAResponseInterface } from './response/variant-a-response-interface.js';
export { withJson } from './response/with-json.js';
export { withRedirect } from './response/with-redirect.js';
export type { ServiceContainerInterface, ServiceOf, Services } from './services.js';
export type { IgnoredSettings, Settings } from './settings.js';
export type { SubRequest } from './sub-request.js';
export { variantA, type VariantAOptions } from './variant-a.js';
export { VariantAError, type VariantAErrorCode } from './variant-a-error.js';
export type {
  Slim3Response,
  Slim3Middleware,
  Slim3MiddlewareInterface,
  Next,
  VariantA,
  VariantAValues,
} from './variant-a-types.js';
