export {
  attachBodyParser,
  errorOf,
  type ParseBody,
  parseBody,
  uploadedFile,
} from '@mortise/base/message';
export type { SetCookieAttributes } from '@mortise/http-syntax';
export type { RouteArgs } from '@mortise/router';
export type * from './application/contract.js';
export { AppError, type AppErrorCode } from './app-error.js';
export { type ContainerInterface, hasEverything } from './container.js';
export { createApp } from './application/create-app.js';
export type * from './errors/contract.js';
export { errorFacts, isError, isHttpError } from './errors/error-facts.js';
export { HttpError, httpError, type HttpErrorOptions } from './exceptions/http-error.js';
export { HttpException } from './exceptions/http-exception.js';
export * from './exceptions/exceptions-by-status.js';
export { htmlErrorRenderer } from './errors/render/html.js';
export { jsonErrorRenderer } from './errors/render/json.js';
export { problemErrorRenderer } from './errors/render/problem.js';
export { plainErrorRenderer } from './errors/render/text.js';
export { xmlErrorRenderer } from './errors/render/xml.js';
export type { LogContext, LoggerInterface } from '@mortise/http-message';
export { consoleLogger } from './logging/console-logger.js';
export { objectFirst, type ObjectFirstLogger } from './logging/object-first.js';
export { canonicalUrl, type CanonicalUrlOptions } from './routing/canonical-url.js';
export { contentLength } from './middleware/content-length.js';
export { isMiddleware } from './middleware/is-middleware.js';
export { underPath } from './middleware/under-path.js';
export { perRequest, type PerRequest } from './per-request.js';
export { requestPath } from './request-path.js';
export { acceptQuery } from './response/accept-query.js';
export { escapeHtml } from '@mortise/base';
export { json } from './response/json.js';
export { ndjson } from './response/ndjson.js';
export { localRedirect, redirect, type RedirectTarget } from './response/redirect.js';
export { html, text } from './response/text.js';
export { withCookie } from './response/with-cookie.js';
export type * from './routing/contract.js';
export type * from './routing/body-options.js';
export type * from './routing/registration-contract.js';
export * from './routing/invocation-strategy.js';
export type { NotFoundHandler } from './routing/not-found-handler.js';
export type { RouteLimits } from './routing/route-limits.js';
export * from './routing/route-context.js';
export type * from './routing/router-contract.js';
export { urlFor } from './routing/url-generator.js';
export type * from './routing/collector-contract.js';
export type { VariantLines } from './misuse/variant-lines.js';
export type * from './routing/variant.js';
export type * from './variant-types.js';
export { variantB } from './application/variant-b.js';
export type { HandlerResult } from './result-check.js';
export type { WebBody, WebResponse } from '@mortise/base/message';
