import type { StreamInterface } from '@mortise/http-message';
import { MessageError } from './message-error.js';

/** The file operations of a runtime. */
export interface Files {
  /** @throws the file system's error */
  open(path: string, mode: string): StreamInterface;

  /**
   * Moves a stream's whole content to a path; on failure, everything stays unchanged.
   *
   * @throws the file system's error
   */
  move(stream: StreamInterface, targetPath: string): Promise<void>;
}

/** The file operations of a runtime without files: all of them fail. */
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
    'this entry does not support files; on Node, import the factories from @mortise/message-plain/node',
  );
}
