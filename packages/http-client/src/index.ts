export { NetworkError, type NetworkErrorCode, RequestError } from './client-error.js';
export type { ClientOptions, RetryOptions, SendOptions } from './client-options.js';
export type {
  ClientDispatcher,
  DispatchController,
  DispatchedFields,
  DispatchedHandler,
  DispatchedRequest,
} from './dispatcher.js';
export { HttpClient } from './http-client.js';
