import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { StreamInterface } from '@mortise/http-message';
import { invalid, MessageError } from '../message-error.js';
import { FileStream } from './file-stream.js';
import { OpenFile } from './open-file.js';

/** Opens an existing file as a stream, synchronously. */
export function openForReading(filename: string, mode: string): StreamInterface {
  try {
    return openRegularFile(filename, mode);
  } catch (cause) {
    if (cause instanceof MessageError) throw cause;
    throw invalid('STREAM_FILE_FAILED', 'file', 'a file that can be opened', filename, { cause });
  }
}

function openRegularFile(filename: string, mode: string): StreamInterface {
  // Without O_NONBLOCK, opening a named pipe would wait for a writer.
  const descriptor = openSync(filename, constants.O_RDONLY | constants.O_NONBLOCK);
  const stat = fstatSync(descriptor);
  if (stat.isFile()) {
    return new FileStream(new OpenFile(descriptor, filename, stat.size, false), 0, mode);
  }
  closeSync(descriptor);
  throw invalid('STREAM_FILE_FAILED', 'file', 'a regular file', filename);
}
