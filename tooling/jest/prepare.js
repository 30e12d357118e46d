/** Prepares a run of the tests. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripAll } from '../loader/strip-types.js';
import { filesOfTree, root } from '../setup/packages.js';

export default async function prepare() {
  // A temporary folder of its own: what is still in it at the end was left behind.
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'mortise-'));
  if (process.env.ALL !== '1') return;
  const sources = filesOfTree('*.ts').filter((path) => !path.endsWith('.d.ts'));
  await stripAll(sources.map((path) => join(root, path)));
}
