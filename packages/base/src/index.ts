export { describeValue } from './describe-value.js';
export { errorReport, type ReportedRequest } from './error-report.js';
export {
  headersOf,
  HTTP_ERROR,
  isAbort,
  isClientText,
  isDroppedOnError,
  isErrorStatus,
  statusOf,
} from './http-error.js';
