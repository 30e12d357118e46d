import { httpError, type UploadedFileInterface } from 'mortise';

/** `UPLOAD_ERR_CANT_WRITE`: the file did not fit on the disk. */
const CANNOT_WRITE = 7;

/** @throws {HttpError} 503 `NO_ROOM` if the server could not keep an uploaded file while it arrived */
export function refuseWithoutRoom(file: UploadedFileInterface | null): void {
  if (file?.getError() !== CANNOT_WRITE) return;
  throw httpError(503, 'There is no room for this file. Nothing was stored; try again later.', {
    code: 'NO_ROOM',
  });
}
