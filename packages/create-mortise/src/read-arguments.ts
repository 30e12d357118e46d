import { parseArgs } from 'node:util';
import { CreateError } from './create-error.js';

/**
 * Parses the command-line arguments.
 *
 * @throws {CreateError} `ARGUMENT_INVALID` for an unknown flag, a flag without its value, or a second folder
 */
export function readArguments(args: string[]) {
  try {
    const read = parseArgs({
      args,
      options: {
        template: { type: 'string', short: 't' },
        install: { type: 'boolean' },
        'no-git': { type: 'boolean' },
        yes: { type: 'boolean', short: 'y' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    });
    const [, second] = read.positionals;
    if (second === undefined) return read;
    throw new Error(`unexpected argument "${second}" after the folder`);
  } catch (error) {
    // Keeps only the first sentence: Node adds how to pass a name that begins with "-", which would be invalid here.
    const [problem = ''] = (error as Error).message.split(/\.\s|\n/);
    throw new CreateError('ARGUMENT_INVALID', `${problem}: run it with --help to see the options`);
  }
}
