/** The tarballs of packages, as they are published. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { addressTarball, publicAddress } from './public-address.js';
import { packagesInOrder, root } from '../setup/packages.js';

/**
 * Packs what is built, with the public address of the repository if that is known.
 *
 * @param {string} target a folder; made if it is missing, tarballs in it are removed
 * @param {import('../setup/packages.js').WorkspacePackage[]} [packages] default: all
 * @returns {{ name: string, version: string, path: string }[]} each after those that it depends on
 * @throws {Error} with what pnpm prints, or that it is not on `PATH`: the root commands put it there
 */
export function packTarballs(target, packages = packagesInOrder()) {
  const address = publicAddress();
  mkdirSync(target, { recursive: true });
  for (const file of readdirSync(target)) if (file.endsWith('.tgz')) rmSync(join(target, file));
  // Without names, pnpm would pack all.
  if (packages.length === 0) return [];
  const filters = packages.flatMap(({ name }) => ['--filter', name]);
  // Their only script refuses npm, and would start a process for each.
  const scripts = '--config.ignore-scripts=true';
  const args = ['--recursive', ...filters, scripts, 'pack', '--pack-destination', target];
  const { status, stdout, stderr, error } = spawnSync('pnpm', args, {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`the packages could not be packed: ${error?.message ?? `${stdout}${stderr}`}`);
  return packages.map(({ name, folder, manifest: { version } }) => {
    const path = join(target, tarballName(name, version));
    addressTarball(path, `packages/${basename(folder)}`, address);
    return { name, version, path };
  });
}

/** npm's name of a tarball. */
export function tarballName(name, version) {
  return `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
}
