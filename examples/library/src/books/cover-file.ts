import type { UploadedFileInterface } from 'mortise';
import type { CoverStore } from './cover-store.js';
import { pictureType } from './picture-type.js';

/** The maximum number of bytes of a cover. */
export const COVER_BYTES = 2 * 1024 * 1024;

const NOT_A_PICTURE = 'Send a picture: PNG, JPEG, WebP or GIF.';
/** The error of an upload whose file was skipped, because it exceeds the limit. */
export const TOO_LARGE = 1;
/** By the error of an upload; a file without one was received whole. */
const PROBLEMS: Readonly<Record<number, string>> = {
  [TOO_LARGE]: 'A picture can have at most 2 MiB.',
  4: NOT_A_PICTURE,
};

/**
 * Stores an uploaded file as the cover of a book. Only this file is in memory, after its size was checked.
 *
 * @returns why the file is refused, in a sentence; `null` for one that is stored
 */
export async function storeCover(
  covers: CoverStore,
  book: number,
  file: UploadedFileInterface,
): Promise<string | null> {
  if (file.getError() !== 0) {
    return PROBLEMS[file.getError()] ?? 'The server could not store the picture. Send it again.';
  }
  const bytes = await file.getStream().getContents();
  const type = pictureType(bytes);
  if (type === null) return NOT_A_PICTURE;
  await covers.save(book, { type, bytes });
  return null;
}
