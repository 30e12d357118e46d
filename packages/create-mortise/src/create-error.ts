/**
 * The causes of a {@link CreateError}:
 *
 * - `ARGUMENT_INVALID`: the command line has an unknown flag, a flag without its value, or a second folder
 * - `CANCELLED`: the user closed the input
 * - `FOLDER_NOT_EMPTY`: the folder exists and contains more than `.git`, or is not a folder
 * - `INSTALL_FAILED`: the package manager failed; the project exists
 * - `NAME_INVALID`: the folder's name is not a valid package name
 * - `TEMPLATE_UNKNOWN`: there is no such template
 */
export type CreateErrorCode =
  | 'ARGUMENT_INVALID'
  | 'CANCELLED'
  | 'FOLDER_NOT_EMPTY'
  | 'INSTALL_FAILED'
  | 'NAME_INVALID'
  | 'TEMPLATE_UNKNOWN';

/** A project could not be created. Nothing has been written, unless the code is `INSTALL_FAILED`. */
export class CreateError extends Error {
  override readonly name = 'CreateError';

  /** A stable code, unlike the message. */
  readonly code: CreateErrorCode;

  /** @param message one sentence: what was received, what was expected, and how to fix it */
  constructor(code: CreateErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
