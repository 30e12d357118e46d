/** The command failed; the message is shown to the user. */
export class CliError extends Error {
  override readonly name = 'CliError';

  /** The exit code of the command: 2 for invalid parameters, otherwise 1. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
