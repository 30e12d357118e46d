export type {
  AutomaticOptions,
  DispatchResult,
  Found,
  MethodNotAllowed,
  NotFound,
} from './dispatcher/dispatch-result.js';
export type { Explanation } from './explain.js';
export type { Route, RouteMetadata, RouteOptions } from './route.js';
export type { RouteArgs } from './route-args.js';
export { RouteCollector } from './route-collector.js';
export type { NamedPatterns, RouterOptions } from './router.js';
export { Router, type RouterConstructor } from './router-constructor.js';
export { type PatternPlace, type RouterCode, RouterError } from './router-error.js';
export type {
  QueryData,
  QueryValue,
  UrlArgs,
  UrlData,
  UrlOptions,
  UrlValue,
} from './url/url-options.js';
