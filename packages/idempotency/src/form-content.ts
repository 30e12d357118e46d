import { isUploadedFile } from '@mortise/base/message';
import type { ServerRequestInterface, UploadedFileInterface } from '@mortise/http-message';
import { toBase64url } from '@mortise/base';
import { digest } from './fingerprint.js';

/** Reads the content of a file. */
export type ReadFile = (file: UploadedFileInterface) => Promise<Uint8Array>;

/**
 * Describes a form whose bytes were read by its parser: its fields, and name, type, size and digest of each file. A form
 * that is created again has the same content, although its boundary is another.
 *
 * @returns text, the same for the same fields and files in the same order; `null` for a body that is not such a form
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

/** @param files a file, or a map or list of them, as deep as the parser of forms allows */
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
