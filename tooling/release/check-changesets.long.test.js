import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../setup/packages.js';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-changesets-'));
  write(
    'packages/cors/package.json',
    '{ "name": "@mortise/cors", "files": ["dist", "templates"] }',
  );
  write('packages/cors/src/index.ts', 'export const allowed = 1;');
  const git = (...args) => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@localhost');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MISSING =
  'No changeset names @mortise/cors: run `npx changeset`, or `npx changeset add --empty` if no user can see the change.\n';

describe('a change of a source', () => {
  beforeEach(() => write('packages/cors/src/index.ts', 'export const allowed = 2;'));

  it('needs a changeset', () => {
    expect(check()).toEqual({ status: 1, stderr: MISSING });
  });

  it('needs one that names the package', () => {
    write('.changeset/other.md', '---\n"@mortise/csrf": patch\n---\n\nA text.\n');
    expect(check()).toEqual({ status: 1, stderr: MISSING });
  });

  it('is not covered by a text without names', () => {
    write('.changeset/text.md', '---\n---\n\nA text.\n');
    expect(check()).toEqual({ status: 1, stderr: MISSING });
  });

  it('is accepted with one that git does not know yet', () => {
    write('.changeset/new.md', '---\n"@mortise/cors": patch\n---\n\nA text.\n');
    expect(check()).toEqual({ status: 0, stderr: '' });
  });

  it('is accepted with an empty one', () => {
    write('.changeset/empty.md', '---\n---\n');
    expect(check()).toEqual({ status: 0, stderr: '' });
  });
});

it('a new file of a package needs a changeset before git knows it', () => {
  write('packages/cors/src/new.ts', 'export const denied = 1;');
  expect(check()).toEqual({ status: 1, stderr: MISSING });
});

it('a file that is published as it is needs a changeset, even a test of a template', () => {
  write('packages/cors/templates/app.test.ts', 'export {};');
  expect(check()).toEqual({ status: 1, stderr: MISSING });
});

it('a change of a test needs no changeset', () => {
  write('packages/cors/src/index.test.ts', 'export {};');
  expect(check()).toEqual({ status: 0, stderr: '' });
});

it('says in one sentence that a commit is not known', () => {
  expect(check('origin/main')).toEqual({
    status: 1,
    stderr:
      'The history has nothing in common with origin/main: fetch it, or name another commit.\n',
  });
});

function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function check(since = 'main') {
  const args = [join(root, 'tooling/release/check-changesets.js'), since];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { status, stderr };
}
