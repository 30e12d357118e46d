import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpFactoriesInterface, UploadedFileInterface } from '@mortise/http-message';
import { errorMark } from '../../../tooling/vectors/index.js';
import { type Encoded, outcome } from './php-value.js';
import { temporaryFolder } from '../../../tooling/testing/temporary-folder.js';
import { runMessageVectors } from './vectors.js';

const root = temporaryFolder();

interface Input {
  readonly content: string;
  readonly size?: number;
  readonly error?: 0;
  readonly clientFilename?: string;
  readonly clientMediaType?: string;
  readonly source?: 'memory';
  readonly closeFirst?: boolean;
  readonly ops: readonly [operation: string, ...args: Encoded[]][];
}

runMessageVectors('uploaded-file-ops', async (input: Input, factories) => {
  const folder = mkdtempSync(join(root, 'upload-'));
  let upload: UploadedFileInterface;
  try {
    upload = create(factories, input, join(folder, 'src'));
  } catch (error) {
    return errorMark(error);
  }
  const results: unknown[] = [];
  for (const [operation, argument] of input.ops) {
    const path = typeof argument === 'string' ? argument.replace('{dir}', folder) : argument;
    results.push(await outcome(() => call(upload, operation, path as string)));
  }
  return { results };
});

function create(
  factories: HttpFactoriesInterface,
  input: Input,
  path: string,
): UploadedFileInterface {
  writeFileSync(path, input.content);
  const stream =
    input.source === 'memory'
      ? factories.createStream(input.content)
      : factories.createStreamFromFile(path);
  if (input.closeFirst === true) stream.close();
  const { size, error, clientFilename, clientMediaType } = input;
  return factories.createUploadedFile(stream, size, error, clientFilename, clientMediaType);
}

function call(upload: UploadedFileInterface, operation: string, path: string): unknown {
  switch (operation) {
    case 'stream':
      return upload.getStream().text();
    case 'streamSize':
      return upload.getStream().getSize();
    case 'getStream':
      return { $class: upload.getStream().isReadable() ? 'StreamInterface' : null };
    case 'exists':
      return existsSync(path);
    case 'contents':
      return readFileSync(path, 'utf8');
    case 'touch':
      writeFileSync(path, 'touched');
      return null;
    default:
      return upload[operation as 'moveTo'](path);
  }
}
