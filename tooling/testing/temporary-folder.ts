import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

/** A folder of this test file's own, which is removed with all that is in it after its last test. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'test-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
