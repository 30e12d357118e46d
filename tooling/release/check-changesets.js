/**
 * Fails when the published files of a package changed since a commit and no new changeset names the package.
 *
 *     node tooling/release/check-changesets.js [origin/main]
 *
 * Compares the working tree, with files that git does not know yet. Needs the history; not for a commit that writes the versions and so removes the changesets. A changeset that names
 * nothing (`npx changeset add --empty`) says that no user can see the change. A change of a package that others copy
 * also needs the names of those (docs/decisions/038).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copiedBy } from '../build/copied-packages.js';

const OF_PACKAGE = /^packages\/([^/]+)\/(.+)/;
const CHANGESET = /^\.changeset\/(?!README)[^/]+\.md$/;
/** What `npx changeset add --empty` writes. */
const EMPTY = /^---\s+---\s*$/;
const HEAD = /^---\n(.*?)^---/ms;

const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
const since = mergeBase(process.argv[2] ?? 'origin/main');
const untracked = git('ls-files', '--others', '--exclude-standard');
const folders = [...git('diff', '--name-only', since), ...untracked].flatMap((path) => {
  const [, folder, file] = OF_PACKAGE.exec(path) ?? [];
  return folder !== undefined && isPublished(file, manifestOf(folder)) ? [folder] : [];
});
const texts = [...git('diff', '--name-only', '--diff-filter=AM', since), ...untracked]
  .filter((path) => CHANGESET.test(path))
  .map((path) => readFileSync(path, 'utf8'));
const heads = texts.map((text) => HEAD.exec(text)?.[1] ?? '');
const named = new Set(
  heads.flatMap((head) => [...head.matchAll(/^['"](.+)['"]:/gm)].map(([, name]) => name)),
);
const released = new Set([...folders, ...folders.flatMap(copiedBy)]);
const missing = [...released]
  .flatMap((folder) => manifestOf(folder).name ?? [])
  .filter((name) => !named.has(name));
const noneSeen = texts.some((text) => EMPTY.test(text));
if (missing.length > 0 && !noneSeen) {
  console.error(
    `No changeset names ${missing.join(', ')}: run \`npx changeset\`, or \`npx changeset add --empty\` if no user can see the change.`,
  );
  process.exitCode = 1;
}

/** The newest commit that this history and another have in common. Ends the program if there is no such commit. */
function mergeBase(other) {
  const { stdout } = spawnSync('git', ['merge-base', other, 'HEAD'], { encoding: 'utf8' });
  if (stdout !== '') return stdout.trim();
  console.error(
    `The history has nothing in common with ${other}: fetch it, or name another commit.`,
  );
  process.exit(1);
}

/** @returns an empty manifest for a package that was removed */
function manifestOf(folder) {
  const path = `packages/${folder}/package.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** Whether a file is in the tarball of its package, or is a source of one that is. */
function isPublished(file, { files = [] }) {
  const parts = ['package.json', 'README.md', ...files].map((part) =>
    part === 'dist' ? 'src' : part,
  );
  const isOther = file === 'CHANGELOG.md' || /^src\/.*\.test\.ts$/.test(file);
  return !isOther && parts.some((part) => file === part || file.startsWith(`${part}/`));
}
