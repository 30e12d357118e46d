/** Why a message, a URI, a stream or an upload refused: stable, for programs. */
export type MessageErrorCode =
  | 'BODY_CONSUMED'
  | 'HEADER_NAME_INVALID'
  | 'HEADER_VALUE_INVALID'
  | 'METHOD_INVALID'
  | 'PARSED_BODY_INVALID'
  | 'PROTOCOL_VERSION_INVALID'
  | 'REASON_INVALID'
  | 'STATUS_INVALID'
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
 * What the members of this package throw, and reject with.
 *
 * Nothing is half done: the object that refused is as it was.
 */
export interface MessageErrorInterface extends Error {
  readonly code: MessageErrorCode;

  /** The value that was refused, as it was given; `***` instead of user info; `undefined` when the state refused. */
  readonly value: unknown;

  /** 400 when the value came over the wire, so that the client is told; absent otherwise. */
  readonly status?: number;
}
