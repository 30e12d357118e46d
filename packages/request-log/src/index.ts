export { accessLine, type AccessLine, type AccessFacts } from './access-line.js';
export { accessLog, type AccessLogOptions } from './access-log.js';
export {
  receivedId,
  REQUEST_ID,
  requestId,
  type RequestIdOptions,
  requestIdOf,
} from './request-id.js';
export { serverTiming, type ServerTimingInterface } from './server-timing.js';
export { serverTimingHeader, type ServerTimingHeaderOptions } from './server-timing-header.js';
export { parseTraceparent, type TraceParent } from './traceparent.js';
