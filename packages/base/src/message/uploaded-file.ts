import { quote } from '../quote.js';
import { warnOnce } from '../warn.js';
import { isDevelopment } from './is-development.js';
import type { ServerRequestInterface, UploadedFileInterface } from '@mortise/http-message';
import { checkRequest } from './check-request.js';

/** Whether a value looks like an uploaded file: checks one member of the contract, not a class. */
export function isUploadedFile(value: unknown): value is UploadedFileInterface {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<UploadedFileInterface>).getError === 'function'
  );
}

/**
 * Returns the file of a form field. A file that was not chosen or could not be stored is also returned, with its error:
 * use a file only if `getError()` is 0.
 *
 * In development, a warning names the fields of the request if it has files, but none of this name, or says that a form
 * without `enctype="multipart/form-data"` has sent the name of the file as text.
 *
 * @param name of the field: `cover` for `<input type="file" name="cover">`
 * @returns `null` if the form has no such field, or if it has a list or a map of files under this name (`cover[]`)
 */
export function uploadedFile(
  request: ServerRequestInterface,
  name: string,
): UploadedFileInterface | null {
  checkRequest('uploadedFile', request, 'getUploadedFiles');
  const files = request.getUploadedFiles();
  const value = Object.hasOwn(files, name) ? files[name] : null;
  if (isUploadedFile(value)) return value;
  if (!isDevelopment(request)) return null;
  const [other] = Object.keys(files);
  const fields = Object(request.getParsedBody()) as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(fields, name)) {
    warnOfText(
      `the form field ${quote(name)} has text instead of a file`,
      `Write <form method="post" enctype="multipart/form-data">, and in it <input type="file" name=${quote(name)}>.`,
    );
  } else if (other === undefined) return null;
  else if (value) {
    const read = `request.getUploadedFiles()[${quote(name)}]`;
    warnNow(`the file field ${quote(name)} has a list or a map of files`, `Write ${read}.`);
  } else {
    const all = Object.keys(files).slice(0, 5).map(quote).join(', ');
    warnNow(
      `the request has no file in the field ${quote(name)}; it has files in ${all}`,
      `Write uploadedFile(request, ${quote(other)}), or rename the field of the form.`,
    );
  }
  return null;
}

const warnNow = warnOnce('FILE_FIELD_UNKNOWN');
const warnOfText = warnOnce('FILE_FIELD_UNKNOWN');
