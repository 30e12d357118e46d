export type {
  DispatchResult,
  Explanation,
  Found,
  GroupOptions,
  MethodNotAllowed,
  NotFound,
  Route,
  RouteMetadata,
  RouteOptions,
  UrlArgs,
  UrlData,
  UrlDataFor,
  UrlOptions,
  UrlQueryText,
  UrlValue,
} from './contract.js';
export { withHead } from './dispatcher/allowed-methods.js';
export type { RouteArgs } from './route-args.js';
export { RouteCollector } from './route-collector.js';
export type { NamedPatterns, RouterOptions } from './router.js';
export { TypedRouter as Router, type RouterConstructor } from './router-constructor.js';
export { type PatternPlace, type RouterCode, RouterError } from './router-error.js';
