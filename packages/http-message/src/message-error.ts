/** Why a message, a URI, a stream or an upload refused a value or a call; codes are stable. */
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
 * The error that the members of this package throw, and reject with.
 *
 * The object that throws it is unchanged.
 */
export interface MessageErrorInterface extends Error {
  readonly code: MessageErrorCode;

  /** The refused value as received, but with `***` instead of user info; `undefined` if the state was the reason. */
  readonly value: unknown;

  /** 400 if a client sent the value, so that the client gets a 400; 503 if storage is full; absent otherwise. */
  readonly status?: number;
}
