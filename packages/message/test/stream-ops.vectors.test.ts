import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { HttpFactoriesInterface, StreamInterface } from '@mortise/http-message';
import { errorMark } from '../../../tooling/vectors/index.js';
import { type Encoded, fromPhp, outcome } from './php-value.js';
import { temporaryFolder } from '../../../tooling/testing/temporary-folder.js';
import { runMessageVectors } from './vectors.js';

interface Input {
  readonly content?: Encoded;
  readonly open?: string;
  readonly ops: readonly [operation: string, ...args: Encoded[]][];
}

const path = join(temporaryFolder(), 'file');

runMessageVectors(
  'stream-ops',
  async ({ content = '', open = 'create', ops }: Input, factories) => {
    let stream: StreamInterface;
    try {
      stream = openStream(factories, open, fromPhp(content) as string);
    } catch (error) {
      return errorMark(error);
    }
    const results: unknown[] = [];
    for (const [operation, ...args] of ops) {
      results.push(await outcome(() => call(stream, operation, args)));
    }
    return { results };
  },
);

function openStream(
  factories: HttpFactoriesInterface,
  open: string,
  content: string,
): StreamInterface {
  if (open === 'pipe')
    return factories.createStreamFromResource(Readable.from([Buffer.from('abcdef')]));
  if (open.startsWith('file:')) {
    writeFileSync(path, content);
    return factories.createStreamFromFile(path, open.slice('file:'.length) as 'r');
  }
  const stream = factories.createStream(content);
  if (open === 'memory') stream.seek(0, 2);
  return stream;
}

async function call(
  stream: StreamInterface,
  operation: string,
  args: readonly Encoded[],
): Promise<unknown> {
  if (operation === 'toString') return stream.text();
  if (operation === 'metaKeys')
    return Object.keys(stream.getMetadata()).length >= 0 ? 'array' : null;
  const method = stream[operation as 'read'].bind(stream) as (...all: unknown[]) => unknown;
  return plain(operation, await method(...args));
}

function plain(operation: string, result: unknown): unknown {
  if (operation === 'detach' && result !== null) return { $resource: true };
  if (result === path) return '{path}';
  if (!(result instanceof Uint8Array)) return result;
  const text = new TextDecoder().decode(result);
  return text.includes('\ufffd') ? String.fromCharCode(...result) : text;
}
