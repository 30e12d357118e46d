/** Uploads tarballs to the registry of npm's settings. */
import { runIn } from './consumers/project.js';

const TIMEOUT = 300_000;

/**
 * @param {{ name: string, version: string, path: string }[]} tarballs each after those that it depends on, so that what
 *   is published is complete if an upload is refused
 * @param {(line: string) => void} [log] called after each upload
 * @throws {Error} one sentence: which upload was refused, why, and what was published before
 */
export async function uploadTarballs(tarballs, log = console.log) {
  for (const [index, tarball] of tarballs.entries()) {
    const problem = await upload(tarball);
    if (problem !== null)
      throw new Error(
        `${tarball.name} ${tarball.version} was not published: ${problem}; ${index} of ${tarballs.length} packages were, and the same command publishes the rest`,
      );
    log(`published ${tarball.name} ${tarball.version}`);
  }
}

/** @returns what npm says if it fails */
async function upload({ version, path }) {
  // Without a tag npm refuses a version such as 1.0.0-next.1.
  const tag = /-([a-z]+)/.exec(version)?.[1] ?? 'latest';
  const args = ['publish', path, '--tag', tag];
  const { status, stderr } = await runIn('npm', args, process.cwd(), process.env, TIMEOUT);
  return status === 0 ? null : reasonOf(stderr);
}

/** The first lines with which npm says why, without their mark. */
function reasonOf(stderr) {
  const lines = stderr.split('\n').filter((line) => line.startsWith('npm error'));
  return lines.slice(0, 2).join(' ').replaceAll('npm error ', '') || stderr.slice(0, 500);
}
