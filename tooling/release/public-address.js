/**
 * The public address of the repository: where it was cloned from, unless `repository` of the workspace's `package.json`
 * says otherwise. Manifests and READMEs of the tree do not repeat it; their packed copies get it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withPublicLinks } from './public-links.js';
import { root } from '../setup/packages.js';

const EXAMPLE = 'https://git.example/mortise/mortise';

/** `git@host:owner/name`, as `ssh` and `scp` write it. */
const SCP_LIKE = /^[^@/\s]+@([^:/\s]+):(?!\/)(\S+)$/;

/** A name that others can look up, unlike `localhost` and `127.0.0.1`. */
const PUBLIC_HOST = /\.[a-z][a-z0-9-]*$/i;

/**
 * @param {string} [workspace] its root folder; default: this workspace
 * @returns {string} begins with `https://`, without a slash or `.git` at the end; empty if `repository` is empty and the
 *   clone is from elsewhere than a public host, such as a folder
 * @throws {Error} one sentence, if `repository` does not begin with `https://`, or names a host alone
 */
export function publicAddress(workspace = root) {
  const { repository = '' } = read(workspace);
  if (repository === '') return addressOfRemote(originOf(workspace));
  if (!/^https:\/\/[^/\s?#]+\/[^\s?#]+$/.test(repository))
    throw new Error(
      `repository of package.json should be like ${EXAMPLE}, not ${JSON.stringify(repository)}`,
    );
  return withoutSuffix(repository);
}

/**
 * @param {string} remote as git knows it
 * @returns {string} its page on the web, without a name and password in it; empty for any address but
 *   `https:` and `ssh:` with a public host and a path
 */
export function addressOfRemote(remote) {
  const url = remote.replace(SCP_LIKE, 'ssh://$1/$2');
  if (!/^(?:https|ssh):\/\//.test(url) || !URL.canParse(url)) return '';
  const { protocol, hostname, host, pathname } = new URL(url);
  if (!PUBLIC_HOST.test(hostname) || pathname.length < 2) return '';
  // The port of ssh is not that of the page.
  return withoutSuffix(`https://${protocol === 'ssh:' ? hostname : host}${pathname}`);
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
 * Changes the manifest and the README in a tarball; the order, the modes and the times of the files are kept. An empty
 * address changes nothing.
 *
 * @param {string} path of the tarball
 * @param {string} directory of the package in the repository: `packages/NAME`
 * @throws {Error} if it has no README
 */
export function addressTarball(path, directory, address) {
  if (address === '') return;
  const names = tar('-tzf', path).trim().split('\n');
  if (!names.includes('package/README.md'))
    throw new Error('the tarball does not contain package/README.md');
  const folder = mkdtempSync(join(tmpdir(), 'mortise-tarball-'));
  try {
    tar('-xpzf', path, '-C', folder);
    changeText(join(folder, 'package', 'package.json'), (text) => {
      const manifest = { ...JSON.parse(text), ...addressFields(directory, address) };
      return `${JSON.stringify(manifest, null, 2)}\n`;
    });
    changeText(join(folder, 'package', 'README.md'), (text) =>
      withPublicLinks(text, directory, address),
    );
    tar('-czf', path, '--no-recursion', '-C', folder, ...names);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function tar(...args) {
  return execFileSync('tar', args, { encoding: 'utf8' });
}

function changeText(path, change) {
  const { atime, mtime } = statSync(path);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  utimesSync(path, atime, mtime);
}

function withoutSuffix(address) {
  return address.replace(/\/$/, '').replace(/\.git$/, '');
}

/** The remote `origin` of this folder's own history, not of a folder around it; empty if there is none. */
function originOf(workspace) {
  const args = ['--git-dir', join(workspace, '.git'), 'config', '--get', 'remote.origin.url'];
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

function read(workspace) {
  return JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
}
