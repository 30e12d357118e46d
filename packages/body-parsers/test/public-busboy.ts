import { createHash } from 'node:crypto';
import busboy from 'busboy';
import { createFormTree } from '@mortise/form-encoding';
import { parseMediaType } from '@mortise/http-syntax';
import { boundaryOf } from '../src/multipart/boundary.js';
import { fileFieldName } from '../src/multipart/file-field-name.js';
import { bytesOf } from './php/encoded.js';
import type { FieldsAndFiles, PhpInput } from './php-form.js';

/** A file as busboy reports it. */
interface Received {
  readonly name: string | undefined;
  readonly filename: string | undefined;
  readonly mediaType: string;
  readonly error: number;
  readonly bytes: Buffer;
}

/**
 * Reads a form with the public interface of busboy alone, and with our own rules for boundaries, names
 * and `MAX_FILE_SIZE` around it.
 *
 * @returns `null` for a form that busboy or these rules refuse
 */
export async function publicBusboy(input: PhpInput): Promise<FieldsAndFiles | null> {
  const { contentType, contentLength, ini = {} } = input;
  const type = parseMediaType(contentType);
  if (type?.essence !== 'multipart/form-data') return { fields: null, files: {} };
  const tree = { phpNames: true, maxDepth: Number(ini.max_input_nesting_level ?? 64) };
  const fields = createFormTree({ ...tree, onLimit: 'truncate' });
  const files = createFormTree<object>({ ...tree, onLimit: 'truncate' });
  try {
    const bytes = bytesOf(input.body).subarray(0, contentLength);
    if (bytes.length < (contentLength ?? 0)) return null;
    let nameless = 0;
    for (const part of await partsOf(bytes, boundaryOf(type, contentType), ini)) {
      if ('value' in part) fields.put(part.name ?? '', part.value);
      else {
        const name = part.name === undefined ? String(nameless++) : fileFieldName(part.name);
        files.put(name, described(part));
      }
    }
  } catch {
    return null;
  }
  return { fields: fields.root, files: files.root };
}

/** A field as busboy reports it: its types do not say that a name can be absent. */
interface Field {
  readonly name: string | undefined;
  readonly value: string;
}

function partsOf(
  bytes: Buffer,
  boundary: string,
  ini: Readonly<Record<string, string>>,
): Promise<(Field | Received)[]> {
  const maxFileBytes = Number(ini.upload_max_filesize ?? 2 ** 21);
  const parts: (Field | Received)[] = [];
  let formLimit = Infinity;
  return new Promise((resolve, reject) => {
    const parser = busboy({
      headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
      defParamCharset: 'utf8',
      limits: {
        fields: Number(ini.max_input_vars ?? 1000),
        files: Number(ini.max_file_uploads ?? 20),
        fieldNameSize: Infinity,
      },
    });
    parser.on('field', (name: string | undefined, value) => {
      if (name?.toUpperCase() === 'MAX_FILE_SIZE') {
        formLimit = Number.parseInt(value, 10) || Infinity;
      }
      parts.push({ name, value });
    });
    parser.on('file', (name: string | undefined, stream, info) => {
      const pieces: Buffer[] = [];
      const limit = formLimit;
      stream.on('error', reject);
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('close', () => {
        const content = Buffer.concat(pieces);
        const error = content.length > maxFileBytes ? 1 : content.length > limit ? 2 : 0;
        const { filename, mimeType: mediaType } = info as { filename?: string; mimeType: string };
        parts.push({ name, filename, mediaType, error, bytes: content });
      });
    });
    parser.on('error', reject);
    parser.on('close', () => {
      resolve(parts);
    });
    parser.end(bytes);
  });
}

function described({ filename, mediaType, error, bytes }: Received): object {
  const stored = error === 0;
  return {
    clientFilename: filename ?? '',
    clientMediaType: stored ? mediaType : '',
    size: stored ? bytes.length : 0,
    error,
    sha1: stored ? createHash('sha1').update(bytes).digest('hex') : null,
  };
}
