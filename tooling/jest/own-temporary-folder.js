/** Gives a run of the tests a temporary folder of its own: what is still in it at the end was left behind. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function takeTemporaryFolder() {
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'mortise-'));
}
