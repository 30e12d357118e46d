/** Codes of {@link CreateError}. */
export type CreateErrorCode =
  | 'ARGUMENT_INVALID'
  | 'CANCELLED'
  | 'FOLDER_NOT_EMPTY'
  | 'INSTALL_FAILED'
  | 'NAME_INVALID'
  | 'TEMPLATE_UNKNOWN';

/** Why no project was created: nothing has been written, unless the code is `INSTALL_FAILED`. */
export class CreateError extends Error {
  override readonly name = 'CreateError';

  /** Stable, unlike the message. */
  readonly code: CreateErrorCode;

  /** @param message one sentence that says what was received, what was expected and how to fix it */
  constructor(code: CreateErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
