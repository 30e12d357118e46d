export type {
  DispatchController,
  DispatcherInterface,
  DispatchedFields,
  DispatchedHandler,
  DispatchedRequest,
} from '@mortise/base/dispatcher';
export type { ForwardedKind } from './forwarded-fields.js';
export { proxy, type ProxyInterface } from './proxy.js';
export { type ProxyCode, ProxyError } from './proxy-error.js';
export type { ProxyOptions } from './proxy-options.js';
