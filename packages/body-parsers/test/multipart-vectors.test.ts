import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import type { UploadedFileInterface } from '@mortise/http-message';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { BodyError, bodyParser } from '../src/index.js';
import { multipartForm } from '../src/multipart/index.js';

interface Row {
  readonly id: string;
  readonly input: {
    readonly contentType: string;
    readonly body: { readonly $b64: string } | { readonly $gz64: string };
    readonly ini?: Readonly<Record<string, string>>;
    readonly method?: string;
    readonly contentLength?: number;
  };
  readonly expect: { readonly fields: unknown; readonly files?: unknown };
}

/** Where PHP guesses, its guess or a clear error is right. */
const GUESSED =
  /^multipart:(boundary.*|structure|truncated|disposition|part-headers|lf-only|file-names-mangled):/;

describe('multipartForm gives what PHP gives', () => {
  const rows = read('./fixtures/multipart.json') as Row[];
  const deviations = read('../../../docs/deviations/multipart.json') as { rows: string[] }[];
  const deviating = deviations.flatMap((deviation) => deviation.rows);

  it.each(rows.filter(({ id }) => !deviating.includes(id)))('$id', async (row) => {
    const result = await ours(row);
    if (GUESSED.test(row.id) && result === 'refused with 400') return;
    expect(result).toEqual(theirs(row));
  });

  it.each(rows.filter(({ id }) => deviating.includes(id)))(
    'but for $id, a documented deviation',
    async (row) => {
      const result = await ours(row);
      expect(result).not.toEqual(theirs(row));
      expect(GUESSED.test(row.id) && result === 'refused with 400').toBe(false);
    },
  );

  it.each(deviating)('the deviation %s names a row', (id) => {
    expect(rows.some((row) => row.id === id)).toBe(true);
  });
});

async function ours({ input }: Row): Promise<unknown> {
  const { contentType, ini = {}, method = 'POST' } = input;
  const request = factories
    .createServerRequest(method, 'http://example.test/')
    .withHeader('Content-Type', contentType.trim())
    .withBody(factories.createStreamFromResource(arriving(input)));
  const parse = bodyParser({
    factories,
    readers: {
      'multipart/form-data': multipartForm({
        factories,
        storage: createTemporaryStorage(),
        phpNames: true,
        onLimit: 'truncate',
        maxNameBytes: Infinity,
        maxDepth: Number(ini.max_input_nesting_level ?? 64),
        maxFields: Number(ini.max_input_vars ?? 1000),
        maxFiles: Number(ini.max_file_uploads ?? 20),
        maxFileBytes: Number(ini.upload_max_filesize ?? 2 ** 21),
      }),
    },
  });
  try {
    const parsed = await parse(request);
    const files = await described(parsed.getUploadedFiles());
    await parsed.getLifetime().end();
    return { fields: plain(parsed.getParsedBody() ?? {}), files };
  } catch (error) {
    if (error instanceof BodyError && error.status === 400) return 'refused with 400';
    throw error;
  }
}

function theirs({ expect: { fields, files } }: Row): unknown {
  return { fields: plain(fromFixture(fields)), files: plain(fromFixture(files ?? {})) };
}

/** As the bytes that PHP's server was told of: when fewer come, the connection was lost. */
async function* arriving({ body, contentLength }: Row['input']): AsyncGenerator<Uint8Array> {
  const bytes =
    '$b64' in body
      ? Buffer.from(body.$b64, 'base64')
      : gunzipSync(Buffer.from(body.$gz64, 'base64'));
  yield await Promise.resolve(bytes.subarray(0, contentLength));
  if (bytes.length < (contentLength ?? 0)) throw BodyError.malformed('whole body');
}

async function described(node: unknown): Promise<unknown> {
  if (isUpload(node)) return describedUpload(node);
  if (typeof node !== 'object' || node === null) return node;
  const entries = await Promise.all(
    Object.entries(node).map(async ([key, item]) => [key, await described(item)] as const),
  );
  return Array.isArray(node) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** PHP has '' for what the client did not give. */
async function describedUpload(file: UploadedFileInterface): Promise<unknown> {
  const error = file.getError();
  const content = error === 0 ? await file.getStream().getContents() : null;
  return {
    clientFilename: file.getClientFilename() ?? '',
    clientMediaType: file.getClientMediaType() ?? '',
    size: file.getSize(),
    error,
    sha1: content === null ? null : createHash('sha1').update(content).digest('hex'),
  };
}

function isUpload(node: unknown): node is UploadedFileInterface {
  return typeof node === 'object' && node !== null && 'moveTo' in node;
}

function fromFixture(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromFixture);
  if (typeof value !== 'object' || value === null) return value;
  if ('$b64' in value) return Buffer.from(String(value.$b64), 'base64').toString();
  if ('$file' in value) return fromFixture(value.$file);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromFixture(item)]));
}

/** An empty list and an empty map are one in PHP. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.length === 0 ? {} : value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}
