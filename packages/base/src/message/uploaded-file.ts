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
  return isUploadedFile(value) ? value : null;
}
