/** Projects in which a package finds what its manifest names, and nothing else. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runIn } from './project.js';

/** Without `hoist`, pnpm puts all packages where each of them finds the others, like npm. */
const SETTINGS = { packages: ['*'], hoist: false };
const TIMEOUT = 300_000;

/**
 * Installs several projects together: what they have in common is resolved and unpacked once.
 *
 * @param {string} scratch where their folder is made
 * @param {Record<string, string>[]} projects the versions that each depends on, by the names of their packages
 * @param {NodeJS.ProcessEnv} env with pnpm on `PATH`
 * @returns {Promise<string[]>} the folder of each
 * @throws {Error} with what pnpm printed
 */
export async function installAlone(scratch, projects, env) {
  const root = mkdtempSync(join(scratch, 'alone-'));
  // What was only rehearsed does not stay in the store of the user.
  const [storeDir, cacheDir] = ['.store', '.cache'].map((name) => join(root, name));
  const settings = JSON.stringify({ ...SETTINGS, storeDir, cacheDir });
  writeFileSync(join(root, 'pnpm-workspace.yaml'), settings);
  const folders = projects.map((dependencies, index) => {
    const folder = join(root, `project-${index}`);
    mkdirSync(folder);
    const manifest = { name: `project-${index}`, private: true, dependencies };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    return folder;
  });
  const args = ['install', '--no-frozen-lockfile', '--reporter=append-only'];
  const { status, stdout, stderr } = await runIn('pnpm', args, root, env, TIMEOUT);
  if (status !== 0) throw new Error(`pnpm install failed: ${stdout}${stderr}`);
  return folders;
}
