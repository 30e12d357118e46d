/** Why the command fails, as a message for its user. */
export class CliError extends Error {
  override readonly name = 'CliError';

  /** 1, or 2 for invalid parameters. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
