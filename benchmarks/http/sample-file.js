/** The file of workload h-file: 10 MiB, in the system's folder for temporary files, removed at the end. */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const path = join(tmpdir(), `mortise-benchmark-${process.pid}.bin`);
let written = false;

export function fileBytes() {
  return Buffer.alloc(10 * 2 ** 20, 'a file of a known text ');
}

/** @returns the path of the file, which exists from the first call until this process ends */
export function sampleFile() {
  if (!written) {
    writeFileSync(path, fileBytes());
    written = true;
    process.on('exit', () => rmSync(path, { force: true }));
  }
  return path;
}
