export { brand, CodedError, isInstance, isPrototypeOfClass } from './coded-error.js';
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
export { LENT_SOURCE, type LendingBody, lentSource } from './lent-source.js';
export { markPassesErrors, passesErrors } from './passes-errors.js';
export { nameOfClass, quote } from './quote.js';
export { RECEIVED_PATH, type ReceivedRequest, receivedPath } from './received-path.js';
export { isThenable } from './thenable.js';
export { type TextBody, WRITE_TEXT, writeText } from './write-text.js';
