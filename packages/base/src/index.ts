export { fromBase64url, toBase64url } from './base64url.js';
export { ByteCollector } from './byte-collector.js';
export { type CloseHook, CloseHooks } from './close-hooks.js';
export { brand, CodedError, hideValue, isInstance, isPrototypeOfClass } from './coded-error.js';
export {
  CONNECTION_FIELDS,
  connectionFields,
  headerVariable,
  hopByHopFields,
  isHopByHop,
  mayFrame,
  sentFields,
} from './connection-fields.js';
export { consoleLine } from './console-line.js';
export { consoleText } from './console-text.js';
export { currentContext } from './current-context.js';
export { escapeHtml } from './escape-html.js';
export { firstGetter } from './first-getter.js';
export { headersOf, keptOnError } from './error-headers.js';
export {
  isClientText,
  isErrorStatus,
  isOutage,
  memberOf,
  statusOf,
} from './error-members.js';
export { HTTP_ERROR, OUTAGE, SERVED } from './symbols.js';
export { joinBytes } from './join-bytes.js';
export { loggedTarget } from './logged-target.js';
export { jsonFailure } from './json-failure.js';
export { formLoss, type JsonLoss, jsonLoss } from './json-loss.js';
export { kindOf, quote } from './quote.js';
export { isPlainFunction, nameOfClass } from './plain-function.js';
export { oncePerMinute } from './once-per-minute.js';
export { variable } from './variable.js';
export { warn, type Warning, warnOnce } from './warn.js';
export { type RandomBytes, randomBytes } from './random-bytes.js';
export { reportUnawaited } from './report-unawaited.js';
export {
  andThen,
  catchAwaitable,
  finallyAwaitable,
  ignoreRejection,
  isThenable,
  observe,
  settled,
} from './thenable.js';
export { addVary } from './vary.js';
export { withinTimeout } from './within-timeout.js';
export { withoutStack } from './without-stack.js';
