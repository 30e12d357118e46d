export { noteCookiesPassed, passedCookies } from './cookies-passed.js';
export { isAbandoned } from './abandoned.js';
export { BodyPace, type BodyWatcher, type PaceLimits } from './body-pace.js';
export { errorEvent } from './error-event.js';
export { errorFields } from './error-fields.js';
export { errorReport, type ReportedRequest } from './error-report.js';
export { errorReporter, printError } from './error-reporter.js';
export { NestedTimeLimits } from './nested-time-limits.js';
export { MOST_BODY_BYTES, type SharedLimits, sharedLimits } from './shared-limits.js';
export { OUTSIDE_BASE_PATH } from './outside-base-path.js';
export { refusal } from './refusal.js';
export {
  handlerOf,
  type OptionsFor,
  requestFactories,
  requestFactoriesOf,
} from './adapter-arguments.js';
export { handleTraced, type RequestTrace } from './handle-traced.js';
export { sentLength } from './sent-length.js';
export { isSpent, SPENT } from './spent-body.js';
export { nothingArrived, PATIENCE } from './patience.js';
export { lengthMismatch } from './length-mismatch.js';
export { respondInMemory, type ResponseInMemory } from './respond-in-memory.js';
