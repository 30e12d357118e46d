import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { openApiDocument, type OpenApiDocument } from '../open-api-document.js';
import { CliError } from './cli-error.js';
import { firstDifference } from './first-difference.js';
import { loadApplication } from './load-application.js';

/** The output streams of the command. */
export interface CliOutput {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

const USAGE = `Usage: mortise-openapi MODULE [--export NAME] [--check FILE]

Writes the OpenAPI document of the application that MODULE exports. The module must not listen.

  --export NAME  the name of the application's export; default "app", otherwise the default export
  --check FILE   compares with FILE instead, and fails if they differ
`;

/**
 * Runs the command `mortise-openapi`. Never rejects; writes errors to `output`.
 *
 * @param parameters the command-line arguments, without the runtime and the script
 * @param directory the directory to which paths are relative
 * @returns the exit code: 0 for success; 1 if the document cannot be created, or differs; 2 for invalid parameters
 */
export async function runCli(
  parameters: readonly string[],
  output: CliOutput,
  directory: string,
): Promise<number> {
  try {
    const { module, name, check, help } = parsed(parameters);
    if (help) return written(output, USAGE);
    const { app, options } = await loadApplication(resolve(directory, module), name);
    const document = openApiDocument(app, options);
    if (check === null) return written(output, `${JSON.stringify(document, null, 2)}\n`);
    await compare(document, resolve(directory, check), check);
    return written(output, `${check} is up to date\n`);
  } catch (error) {
    output.writeError(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof CliError ? error.exitCode : 1;
  }
}

function written(output: CliOutput, text: string): 0 {
  output.write(text);
  return 0;
}

interface Parameters {
  readonly module: string;
  readonly name: string | null;
  readonly check: string | null;
  readonly help: boolean;
}

function parsed(parameters: readonly string[]): Parameters {
  const { values, positionals } = parsedArgs(parameters);
  const [module, ...others] = positionals;
  const help = values.help === true;
  if (!help && (module === undefined || others.length > 0)) {
    throw new CliError(`expected one module, received ${positionals.length}\n\n${USAGE}`, 2);
  }
  return { module: module ?? '', name: values.export ?? null, check: values.check ?? null, help };
}

function parsedArgs(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        export: { type: 'string' },
        check: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (cause) {
    throw new CliError(`${(cause as Error).message}\n\n${USAGE}`, 2);
  }
}

async function compare(document: OpenApiDocument, path: string, shown: string): Promise<void> {
  let known: unknown;
  try {
    known = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new CliError(`cannot read ${shown}: ${(cause as Error).message}`, 1);
  }
  const current: unknown = JSON.parse(JSON.stringify(document));
  if (isDeepStrictEqual(known, current)) return;
  const at = firstDifference(known, current).join(' > ') || 'its root';
  throw new CliError(`${shown} differs from the application at ${at}; update it`, 1);
}
