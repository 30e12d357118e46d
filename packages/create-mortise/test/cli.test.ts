import { afterAll, describe, expect, it } from '@jest/globals';
import { templates } from 'create-mortise';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withService } from '../../../tooling/testing/with-service.js';
import { type Ended, home, newFolder, removeFolders, runSource } from './project.js';

afterAll(removeFolders);

const create = (args: readonly string[], cwd: string): Promise<Ended> =>
  runSource([join(home, 'src/cli.ts'), ...args], cwd);

describe('create-mortise without a terminal', () => {
  it('asks nothing, and uses the template api', async () => {
    const folder = newFolder();
    const { code, stdout } = await create(['my-app'], folder);
    expect(code).toBe(0);
    expect(stdout).toContain('cd my-app\n  npm install');
    expect(readdirSync(join(folder, 'my-app')).sort()).toEqual([
      '.dockerignore',
      '.gitignore',
      'Dockerfile',
      'README.md',
      'package.json',
      'src',
      'tsconfig.json',
    ]);
  });

  it('names the package after the folder', async () => {
    const folder = newFolder();
    await create(['inner/my-app', '--template', 'web'], folder);
    const manifest = readFileSync(join(folder, 'inner/my-app/package.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ name: 'my-app', private: true });
  });

  it('accepts a folder that contains only .git', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'my-app/.git'), { recursive: true });
    expect((await create(['my-app'], folder)).code).toBe(0);
  });

  it.each([
    [
      'an unknown flag',
      ['my-app', '--typescript'],
      "Unknown option '--typescript': --help shows what is possible",
    ],
    [
      'a flag without its value',
      ['my-app', '--template'],
      "Option '-t, --template <value>' argument missing: --help shows what is possible",
    ],
    [
      'a template that is not named by its flag',
      ['my-app', 'web'],
      'unexpected argument "web" after the folder: --help shows what is possible',
    ],
    [
      'a name that npm does not accept',
      ['My App'],
      '"My App" is not a valid package name: use lower-case letters, digits, "-", "_" and "."',
    ],
    [
      'a template that does not exist',
      ['my-app', '--template', 'koa'],
      `unknown template "koa": choose ${Object.keys(templates).join(', ')}`,
    ],
    [
      'a folder with content',
      ['full'],
      'full exists and is not an empty folder: choose another name, or empty it',
    ],
    [
      'a file instead of the folder',
      ['file'],
      'file exists and is not an empty folder: choose another name, or empty it',
    ],
  ])('refuses %s with one sentence, and writes nothing', async (_, args, sentence) => {
    const folder = newFolder();
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full/.env'), 'mine');
    writeFileSync(join(folder, 'file'), 'mine');
    const { code, stdout, stderr } = await create(args, folder);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['file', 'full', 'full/.env']);
  });
});

const hasTerminal = spawnSync('script', ['--version']).status === 0;

withService(hasTerminal, 'create-mortise in a terminal (install script, of bsdutils)')(
  'create-mortise in a terminal',
  () => {
    it('asks for missing answers, and accepts the number of a template', () => {
      const folder = newFolder();
      const { stdout } = terminal(folder, [], ' my-app \nkoa\n3\n');
      expect(stdout).toContain('Folder (mortise-app): ');
      expect(stdout.match(/Template \(api\): /g)).toHaveLength(2);
      expect(existsSync(join(folder, 'my-app/src/worker.ts'))).toBe(true);
    });

    it('writes nothing when the input is closed', () => {
      const folder = newFolder();
      const { stdout, status } = terminal(folder, [], '\x04');
      expect(stdout).toContain('cancelled: nothing was written');
      expect(status).toBe(1);
      expect(readdirSync(folder)).toEqual([]);
    });

    it('asks nothing with --yes', () => {
      const folder = newFolder();
      const { stdout } = terminal(folder, ['--yes'], '');
      expect(stdout).not.toContain('Template');
      expect(existsSync(join(folder, 'mortise-app/src/app.ts'))).toBe(true);
    });
  },
);

/** Types into a new terminal. */
function terminal(cwd: string, args: readonly string[], input: string): SpawnSyncReturns<string> {
  const loader = new URL('../../../tooling/loader/register.js', import.meta.url).href;
  const command = [
    process.execPath,
    '--conditions=@mortise/source',
    '--import',
    loader,
    join(home, 'src/cli.ts'),
    ...args,
  ].join(' ');
  const options = {
    cwd,
    input,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  } as const;
  return spawnSync('script', ['--quiet', '--return', '--command', command, '/dev/null'], options);
}
