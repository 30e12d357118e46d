export { brand, CodedError, isInstance, isPrototypeOfClass } from './coded-error.js';
export { errorReport, type ReportedRequest } from './error-report.js';
export {
  headersOf,
  HTTP_ERROR,
  isAbort,
  isClientText,
  isDroppedOnError,
  isErrorStatus,
  memberOf,
  statusOf,
} from './http-error.js';
export { joinBytes } from './join-bytes.js';
export { assertOptionNames, OptionError } from './option-error.js';
export { markPassesErrors, passesErrors } from './passes-errors.js';
export { quote } from './quote.js';
export { RECEIVED_PATH, type ReceivedRequest, receivedPath } from './received-path.js';
export { isThenable } from './thenable.js';
export { type TextBody, WRITE_TEXT, writeText } from './write-text.js';
