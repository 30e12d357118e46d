import { createHash } from 'node:crypto';
import type { UploadedFileInterface } from '@mortise/http-message';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { type ErrorMark, errorMark } from '../../../tooling/vectors/index.js';
import { BodyError, bodyParser } from '../src/index.js';
import { multipartForm } from '../src/multipart/index.js';
import { bytesOf, type Encoded } from './php/encoded.js';

/** A form, and the settings of PHP under which it is read. */
export interface PhpInput {
  readonly contentType: string;
  readonly body: Encoded;
  readonly ini?: Readonly<Record<string, string>>;
  readonly method?: string;
  /** What the server was told: when fewer bytes come, the connection was lost. */
  readonly contentLength?: number;
}

/** The fields and files of a form; `fields` is null if the body was not parsed. */
export interface FieldsAndFiles {
  readonly fields: unknown;
  readonly files: unknown;
}

/** What we make of a form with PHP's names and limits, cut as PHP cuts. */
export async function ours(input: PhpInput): Promise<FieldsAndFiles | ErrorMark> {
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
    return { fields: parsed.getParsedBody(), files };
  } catch (error) {
    return errorMark(error);
  }
}

/** What PHP made of a form, from the encoding of the fixtures. */
export function theirs({
  fields,
  files = {},
}: {
  fields: unknown;
  files?: unknown;
}): FieldsAndFiles {
  return { fields: fromFixture(fields), files: fromFixture(files) };
}

async function* arriving({ body, contentLength }: PhpInput): AsyncGenerator<Uint8Array> {
  const bytes = bytesOf(body);
  yield await Promise.resolve(bytes.subarray(0, contentLength));
  if (bytes.length < (contentLength ?? 0)) throw BodyError.malformed('body', 'it ends early');
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
