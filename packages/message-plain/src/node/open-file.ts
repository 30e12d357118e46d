import { openSync, statSync } from 'node:fs';

/** A file that is open for reading. */
export interface OpenFile {
  readonly descriptor: number;
  readonly path: string;
  /** Bytes when it was opened. */
  readonly size: number;
  /** Whether it is removed when it is closed. */
  readonly temporary: boolean;
}

/** @throws the file system's error; an error that says so if the path is not a regular file */
export function openFile(path: string, temporary = false): OpenFile {
  const stat = statSync(path);
  // Opening a pipe would wait for its writer.
  if (!stat.isFile()) throw new Error(`not an ordinary file: ${path}`);
  return { descriptor: openSync(path, 'r'), path, size: stat.size, temporary };
}
