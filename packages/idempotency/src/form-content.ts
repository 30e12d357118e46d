import { isUploadedFile } from '@mortise/base/message';
import type { ServerRequestInterface, UploadedFileInterface } from '@mortise/http-message';
import { toBase64url } from '@mortise/base';
import { digest } from './fingerprint.js';

/** Reads the content of a file. */
export type ReadFile = (file: UploadedFileInterface) => Promise<Uint8Array>;

/**
 * Describes a form that a parser has already read: its fields, and the name, type, upload error and digest of each
 * file. A form that is sent again has the same description, although its boundary differs.
 *
 * @returns text that is the same for the same fields and files in the same order; `null` if the body is not a parsed
 *   `multipart/form-data` form
 */
export async function formContent(
  request: ServerRequestInterface,
  read: ReadFile,
): Promise<string | null> {
  const fields = request.getParsedBody();
  if (fields === null || !FORM.test(request.getHeaderLine('Content-Type'))) return null;
  return JSON.stringify(['form', fields, await describe(request.getUploadedFiles(), read)]);
}

const FORM = /^\s*multipart\/form-data\s*(?:;|$)/i;

/** @param files a file, or a nested map or list of files */
async function describe(files: unknown, read: ReadFile): Promise<unknown> {
  if (isUploadedFile(files)) {
    const error = files.getError();
    const content = error === 0 ? toBase64url(await digest(await read(files))) : null;
    return [files.getClientFilename(), files.getClientMediaType(), error, content];
  }
  const all: [string, unknown][] = [];
  for (const [name, value] of Object.entries(files as object)) {
    all.push([name, await describe(value, read)]);
  }
  return { all };
}
