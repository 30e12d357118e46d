import { afterEach, describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setExampleAddress } from './public-address.js';
import { releaseProblems } from './release-problems.js';
import { runProgram, smallWorkspace, writeIn } from './small-workspace.js';
import { root } from '../setup/packages.js';

const CHANGESET = '---\n"@mortise/router": patch\n---\n\nA text.\n';
const UNPUBLISHED =
  '# Router\n\nNothing is published yet:\n[install from the repository](../../CONTRIBUTING.md#install).\n';

const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('before a release', () => {
  it.each([
    [
      'names a registry, which would be published to',
      { publishConfig: { access: 'public', registry: 'https://registry.test' } },
      'publishConfig holds more than access',
    ],
    ['has another license', { license: 'GPL-3.0' }, 'license is GPL-3.0, not MIT'],
    ['publishes no changelog', { files: ['dist'] }, 'does not publish CHANGELOG.md'],
    [
      'pins a dependency itself',
      { dependencies: { '@mortise/base': '^0.1.0' } },
      '@mortise/base should be workspace:^',
    ],
  ])('is a problem: a manifest that %s', (_, fields, problem) => {
    expect(releaseProblems(workspace(fields))).toEqual([`@mortise/router: ${problem}`]);
  });

  it.each([
    ['names no package', '---\n---\n\nA text.\n'],
    ['has no names at all', 'A text.\n'],
  ])('is a problem: a changeset that %s', (_, changeset) => {
    expect(releaseProblems(workspace({}, changeset))).toEqual([
      '.changeset/a-change.md names no package: its text would be in no changelog',
    ]);
  });

  it('is none: a changeset of `changeset add --empty`, which has neither names nor text', () => {
    expect(releaseProblems(workspace({}, '---\n---\n'))).toEqual([]);
  });
});

describe('a rehearsal', () => {
  it('is refused with one sentence for each problem', async () => {
    const { code, stderr } = await rehearse(workspace({ license: 'GPL-3.0' }, 'A text.\n'));
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        '@mortise/router: license is GPL-3.0, not MIT\n.changeset/a-change.md names no package: its text would be in no changelog\n',
    });
  });

  it('is refused with one sentence if nothing can be installed', async () => {
    const env = { npm_config_registry: 'http://127.0.0.1:1/', npm_config_fetch_retries: '0' };
    const { code, stderr } = await rehearse(workspace(), env);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^the registry could not be installed: is http:\/\/127.0.0.1:1\/ reachable\? .+\n$/,
    );
  });
});

describe('a release', () => {
  it('is refused with one sentence if the public address of the repository is not known', async () => {
    const folder = workspace();
    const path = join(folder, 'package.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...manifest, repository: '' }));
    expect(await run('publish.js', folder)).toEqual({
      code: 1,
      stderr:
        'the public address of the repository is not known, which every manifest and README names: release from a clone of it, or set repository of package.json\n',
    });
  });

  it('is refused with one sentence while pages say that nothing is published', async () => {
    const folder = workspace();
    setExampleAddress(folder);
    writeIn(folder, 'packages/router/README.md', UNPUBLISHED);
    expect(await run('publish.js', folder)).toEqual({
      code: 1,
      stderr:
        'pages say that nothing is published yet: run `npm run release:version`, and commit what it changes\n',
    });
  });

  it('is refused with one sentence, before anything is built, if the registry does not respond', async () => {
    const folder = workspace();
    setExampleAddress(folder);
    const env = { npm_config_registry: 'http://127.0.0.1:1/' };
    const { code, stderr } = await run('publish.js', folder, env);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'the registry http://127.0.0.1:1/ does not respond: nothing was published\n',
    });
  });
});

describe('the first release', () => {
  it('has no changes: the changesets before it are removed, those after it are kept', async () => {
    const folder = workspace({}, CHANGESET);
    writeIn(folder, 'packages/router/README.md', UNPUBLISHED);
    expect(await run('first-release.js', folder)).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, 'packages/router/README.md'), 'utf8')).toBe('# Router\n');
    expect(readdirSync(join(folder, '.changeset'))).toEqual([]);
    writeIn(folder, '.changeset/later.md', CHANGESET);
    await run('first-release.js', folder);
    expect(readdirSync(join(folder, '.changeset'))).toEqual(['later.md']);
  });
});

/** A workspace with wrong fields in its manifest. */
function workspace(fields = {}, changeset = null) {
  const tools = ['build', 'check', 'docs', 'loader', 'release', 'setup'].map(
    (name) => `tooling/${name}`,
  );
  const names = ['package.json', 'docs/architecture.md', ...tools];
  const folder = smallWorkspace(names, 'router', fields);
  folders.push(folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  if (changeset !== null) writeIn(folder, '.changeset/a-change.md', changeset);
  return folder;
}

function rehearse(folder, env) {
  return run('rehearse.js', folder, env);
}

function run(program, folder, env = {}) {
  return runProgram(folder, [`tooling/release/${program}`], env);
}
