import type { StreamInterface } from '@mortise/http-message';
import { MessageError } from './message-error.js';

/** What a runtime with files adds. */
export interface Files {
  /** @throws the file system's error */
  open(path: string, mode: string): StreamInterface;

  /**
   * Puts a stream's whole content at a path, or leaves everything as it was.
   *
   * @throws the file system's error
   */
  move(stream: StreamInterface, targetPath: string): Promise<void>;
}

/** Of a runtime without files. */
export const noFiles: Files = {
  open() {
    throw unsupported();
  },
  move() {
    return Promise.reject(unsupported());
  },
};

function unsupported(): MessageError {
  return new MessageError(
    'STREAM_FILE_UNSUPPORTED',
    'this runtime has no files; see the entry ./node',
  );
}
