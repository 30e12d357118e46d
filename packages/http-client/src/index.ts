export { NetworkError, type NetworkErrorCode, RequestError } from './client-error.js';
export type { ClientOptions, RetryOptions } from './client-options.js';
export type {
  ClientDispatcher,
  DispatchController,
  DispatchedFields,
  DispatchedHandler,
  DispatchedRequest,
} from './dispatcher.js';
export { HttpClient, type SendOptions } from './http-client.js';
