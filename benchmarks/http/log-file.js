/** The request log of workload l, in the system's folder for temporary files, removed at the end. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const path = join(tmpdir(), `mortise-benchmark-${process.pid}.log`);

/** @returns the path of a file that is removed when this process ends */
export function logFile() {
  if (process.listeners('exit').every((listener) => listener !== remove))
    process.on('exit', remove);
  return path;
}

function remove() {
  rmSync(path, { force: true });
}
