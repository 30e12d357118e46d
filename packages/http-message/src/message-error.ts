/** Why a message, URI, stream, upload or storage rejected a value or a call. Codes are stable. */
export type MessageErrorCode =
  | 'BODY_CONSUMED'
  | 'HEADER_NAME_INVALID'
  | 'HEADER_VALUE_INVALID'
  | 'METHOD_INVALID'
  | 'PARSED_BODY_INVALID'
  | 'PROTOCOL_VERSION_INVALID'
  | 'REASON_INVALID'
  | 'STATUS_INVALID'
  | 'STORAGE_FULL'
  | 'STREAM_DETACHED'
  | 'STREAM_FILE_FAILED'
  | 'STREAM_FILE_UNSUPPORTED'
  | 'STREAM_LENGTH_INVALID'
  | 'STREAM_NOT_READABLE'
  | 'STREAM_NOT_SEEKABLE'
  | 'STREAM_NOT_WRITABLE'
  | 'STREAM_OFFSET_INVALID'
  | 'TARGET_INVALID'
  | 'UPLOADED_FILES_INVALID'
  | 'UPLOAD_ERROR_INVALID'
  | 'UPLOAD_FAILED'
  | 'UPLOAD_MOVED'
  | 'UPLOAD_MOVE_FAILED'
  | 'UPLOAD_TARGET_INVALID'
  | 'URI_HOST_INVALID'
  | 'URI_INVALID'
  | 'URI_PATH_INVALID'
  | 'URI_PORT_INVALID'
  | 'URI_SCHEME_INVALID';

/**
 * The error that the members of these interfaces throw or reject with.
 *
 * A rejected argument leaves the object unchanged.
 */
export interface MessageErrorInterface extends Error {
  readonly code: MessageErrorCode;

  /**
   * The rejected value as received, with `***` for user info, and for the query or fragment of a URI with control
   * characters; `undefined` if the object's state was the reason. It can be a secret, so it should not be enumerable.
   */
  readonly value: unknown;

  /** The status to respond with: 400 if the client sent the value, 503 if storage is full; otherwise absent. */
  readonly status?: number;
}
