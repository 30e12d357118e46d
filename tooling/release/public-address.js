/**
 * The public address of the repository: `repository` of the workspace's `package.json`, where npm and people look for it
 * too. Manifests and READMEs of the tree do not repeat it; their packed copies get it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withPublicLinks } from './public-links.js';
import { changeTarball } from './change-tarball.js';
import { root } from './workspace-packages.js';

const EXAMPLE = 'https://git.example/mortise/mortise';

/**
 * @param {string} [workspace] its root folder; default: this workspace
 * @returns {string} without a slash or `.git` at the end; empty if it is not known yet
 * @throws {Error} one sentence, if it is no address that begins with `https://`
 */
export function publicAddress(workspace = root) {
  const { repository = '' } = read(workspace);
  if (repository === '') return '';
  if (!/^https:\/\/[^/\s?#]+\/[^\s?#]+$/.test(repository))
    throw new Error(
      `repository of package.json should be like ${EXAMPLE}, not ${JSON.stringify(repository)}`,
    );
  return repository.replace(/\/$/, '').replace(/\.git$/, '');
}

/** Gives a copy of the workspace an example of an address, to rehearse what it changes. */
export function setExampleAddress(workspace) {
  const manifest = { ...read(workspace), repository: EXAMPLE };
  writeFileSync(join(workspace, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * @param {string} directory of the package in the repository: `packages/NAME`
 * @param {string} address not empty
 * @returns {{ repository: object, homepage: string, bugs: object }} the fields of a published manifest, as npm writes them
 */
export function addressFields(directory, address) {
  return {
    repository: { type: 'git', url: `git+${address}.git`, directory },
    homepage: `${address}/tree/HEAD/${directory}#readme`,
    bugs: { url: `${address}/issues` },
  };
}

/**
 * Changes the manifest and the README in a tarball. An empty address changes nothing.
 *
 * @param {string} path of the tarball
 * @param {string} directory of the package in the repository: `packages/NAME`
 */
export function addressTarball(path, directory, address) {
  if (address === '') return;
  const changes = {
    'package/package.json': (text) => {
      const manifest = { ...JSON.parse(text), ...addressFields(directory, address) };
      return `${JSON.stringify(manifest, null, 2)}\n`;
    },
    'package/README.md': (text) => withPublicLinks(text, directory, address),
  };
  writeFileSync(path, changeTarball(readFileSync(path), changes));
}

function read(workspace) {
  return JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
}
