export { isBodiless, type MaybeBodiless } from './bodiless.js';
export { isBodilessStatus } from './bodiless-status.js';
export { hasBodyOfGet, withUnknownLength } from './body-of-get.js';
export { ByteQueue, type ByteQueueSource } from './byte-queue.js';
export { checkRequest } from './check-request.js';
export { completeStatus } from './complete-status.js';
export { DURATION_BOUNDS } from './duration-bounds.js';
export {
  warnOfPublic,
  withCacheMarks,
  withNotedMarks,
  withoutTargeted,
  withVary,
} from './cache-marks.js';
export { factoriesOf, factoriesWith } from './factories-of.js';
export { type HandlerTimer, handlerTimer, type TimedLifetime } from './handler-timer.js';
export { bytesInContext, cleanUpInContext, inContext, type RunInContext } from './in-context.js';
export { insideLayer, isInsideLayer, type LayerMark } from './inside-layer.js';
export { isDevelopment } from './is-development.js';
export { errorOf, noteError } from './last-error.js';
export { keepError, ownSource } from './own-source.js';
export {
  claimForVisitor,
  claimResponse,
  isKept,
  keepClaim,
  withOwnCookie,
} from './kept-response.js';
export { type LendingBody, lentSource } from './lent-source.js';
export { type LoggedUri, loggedUri } from './logged-uri.js';
export { noteBodyParser } from './note-body-parser.js';
export {
  attachBodyParser,
  attachedBodyParser,
  type AttachedParser,
  type ParseBody,
  type ParserState,
  parseBody,
  parseBodyWith,
  parserStateOf,
} from './parse-body.js';
export { BODY_TAKEN, claimBody, claimSource, releaseSource, takeSource } from './claim-body.js';
export { closeUnsent } from './close-unsent.js';
export { NOT_STORED } from '../error-headers.js';
export { markResponse, withErrorMarks } from './response-marks.js';
export { type TargetKeeper, withUriKeepingTarget } from './keep-target.js';
export { MethodNotAllowedError, otherMethod, type ReadOnlyResource } from './other-method.js';
export { LateReads, lateReadText } from './late-reads.js';
export { ofMember, refuseLost, refusePromise } from './lost-values.js';
export { checkData, isNoted, noteBody } from './noted-body.js';
export { isProducedLater } from './produced-later.js';
export { type ReceivedRequest, receivedPath } from './received-path.js';
export { remainingSize } from './remaining-size.js';
export { requestScheme, type SchemedRequest } from './request-scheme.js';
export { type FullResponse, fullResponse, notModified } from './not-modified.js';
export { noResponseText } from './no-response-text.js';
export { isSafeMethod } from './safe-method.js';
export { isStandardMethod, normalizeMethod } from './standard-method.js';
export { isResponse } from './is-response.js';
export { customErrorResponse } from './custom-error-response.js';
export { isSmallBody, type MaybeSmallBody } from './small-body.js';
export {
  type BatchedMessage,
  HeaderBatch,
  type HeaderField,
  withHeaders,
  withMissingHeaders,
} from './with-headers.js';
export { addressIn, type AddressedRequest, remoteAddress } from './remote-address.js';
export { isSingleUse } from './single-use.js';
export { STREAM_TEXT } from './stream-text.js';
export { appendText, type TextBody, writeText } from './write-text.js';
export { withType } from './with-type.js';
export {
  fromWebResponse,
  isWebResponse,
  type WebBody,
  type WebResponse,
  type WebResponseOptions,
} from './web-response.js';
export { isUploadedFile, uploadedFile } from './uploaded-file.js';
export { Utf8Chunks } from './utf8-chunks.js';
export {
  BODILESS,
  HANDLER_TIMER,
  INNER,
  LENT_SOURCE,
  PRESET_TYPE,
  KEEP_TARGET,
  RECEIVED_PATH,
  REMOTE_ADDRESS,
  REQUEST_SCHEME,
  SMALL_BODY,
  WITH_HEADERS,
  WRITE_TEXT,
} from '../symbols.js';
