export { NetworkError, type NetworkErrorCode, RequestError } from './http-client-error.js';
export type { ClientOptions, RetryOptions, SendOptions } from './client-options.js';
export type {
  DispatcherInterface,
  DispatchController,
  DispatchedFields,
  DispatchedHandler,
  DispatchedRequest,
} from '@mortise/base/dispatcher';
export { HttpClient } from './http-client.js';
