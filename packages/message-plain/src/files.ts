import type { StreamInterface } from '@mortise/http-message';
import { MessageError } from './message-error.js';

/** The file operations of a runtime. */
export interface Files {
  /** @throws the file system's error */
  open(path: string, mode: string): StreamInterface;

  /**
   * Moves a stream's whole content to a path, or leaves everything unchanged.
   *
   * @throws the file system's error
   */
  move(stream: StreamInterface, targetPath: string): Promise<void>;
}

/** For a runtime without files. */
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
    'this entry does not support files; on Node, import the factories from the entry ./node',
  );
}
