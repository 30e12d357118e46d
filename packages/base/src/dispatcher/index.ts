export type {
  DispatchController,
  DispatchedFields,
  DispatchedHandler,
  DispatchedRequest,
  DispatcherInterface,
} from './dispatcher.js';
export { InterimLimit } from './interim-limit.js';
export { receivedFields, receivedReason, withoutReceivedBytes } from './received-response.js';
export { inOwnTrace, sendTraced, tracedDispatcher } from './traced-requests.js';
export { DISPATCH_TIMEOUTS, REFUSED_REQUESTS, UNREACHABLE } from './undici-codes.js';
