import { openSync, statSync } from 'node:fs';

/** A file that is open for reading. */
export interface OpenFile {
  readonly descriptor: number;
  readonly path: string;
  /** The size in bytes when the file was opened. */
  readonly size: number;
  /** Whether the file is removed when it is closed. */
  readonly temporary: boolean;
}

/**
 * Opens a file for reading.
 *
 * @throws the file system's error; an `Error` if the path is not a regular file
 */
export function openFile(path: string, temporary = false): OpenFile {
  const stat = statSync(path);
  // Opening a named pipe would wait for a writer.
  if (!stat.isFile()) throw new Error(`not a regular file: ${path}`);
  return { descriptor: openSync(path, 'r'), path, size: stat.size, temporary };
}
