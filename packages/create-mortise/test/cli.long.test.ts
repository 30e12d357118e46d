import { afterAll, describe, expect, it } from '@jest/globals';
import { templates } from 'create-mortise';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROCESS_PATIENCE } from '../../../tooling/testing/wait-for.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { type Ended, home, newFolder, removeFolders, runSource } from './project.js';

afterAll(removeFolders);

const create = (args: readonly string[], cwd: string): Promise<Ended> =>
  runSource([join(home, 'src/cli.ts'), ...args], cwd);

/** The printed steps, each on a line: `dev` runs the sources, which Node 20 cannot. */
function steps(manager: string): string {
  const { typescript = false } = process.features as { readonly typescript?: unknown };
  const start = typescript === false ? ['run build', 'start'] : ['run dev'];
  return ['install', ...start, 'test'].map((step) => `  ${manager} ${step}`).join('\n');
}

describe('create-mortise without a terminal', () => {
  it('asks nothing, and uses the template api', async () => {
    const folder = newFolder();
    const { code, stdout } = await create(['my-app'], folder);
    expect(code).toBe(0);
    expect(stdout).toContain('cd my-app\n  npm install');
    expect(readdirSync(join(folder, 'my-app')).sort()).toEqual([
      '.dockerignore',
      '.git',
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

  it.each(['--help', '-h'])('%s lists the templates, and writes nothing', async (flag) => {
    const folder = newFolder();
    const { code, stdout } = await create(['my-app', flag], folder);
    expect(code).toBe(0);
    const [usage, ...lines] = stdout.split('\n');
    expect(usage).toBe(
      'npm create mortise@latest [folder] -- [--template NAME] [--install] [--no-git] [--yes]',
    );
    const listed = Object.entries(templates).map(([name, text]) => `  ${name.padEnd(12)}${text}`);
    expect(lines.slice(1, 1 + listed.length)).toEqual(listed);
    expect(stdout).toContain('the defaults are mortise-app and api.\n');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes the template by -t, and the folder mortise-app without a name', async () => {
    const folder = newFolder();
    expect((await create(['-t', 'worker', '-y'], folder)).code).toBe(0);
    expect(existsSync(join(folder, 'mortise-app/src/worker.ts'))).toBe(true);
  });

  it('names the package manager that ran it, and no folder to enter for the current one', async () => {
    const folder = join(newFolder(), 'here');
    mkdirSync(folder);
    const env = { npm_config_user_agent: 'pnpm/10.0.0 npm/? node/v20.20.0' };
    const { stdout } = await runSource([join(home, 'src/cli.ts'), '.'], folder, { env });
    expect(stdout).toBe(`Created the project. Next:\n\n${steps('pnpm')}\n\n`);
  });

  it('names the commands that start the project on this version of Node', async () => {
    const { stdout } = await create(['my-app'], newFolder());
    expect(stdout).toBe(`Created my-app. Next:\n\n  cd my-app\n${steps('npm')}\n\n`);
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
      "Unknown option '--typescript': run it with --help to see the options",
    ],
    [
      'a flag without its value',
      ['my-app', '--template'],
      "Option '-t, --template <value>' argument missing: run it with --help to see the options",
    ],
    [
      'a template that is not named by its flag',
      ['my-app', 'web'],
      'unexpected argument "web" after the folder: run it with --help to see the options',
    ],
    [
      'a name that npm does not accept',
      ['My App'],
      '"My App" is not a valid package name: use lower-case letters, digits, "-", "_" and "."; npm also refuses favicon.ico and node_modules',
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

describe('what create-mortise does beside writing files', () => {
  it('makes the project a git repository, not inside another one, and not with --no-git', async () => {
    const folder = newFolder();
    await create(['own'], folder);
    await create(['own/inner'], folder);
    await create(['plain', '--no-git'], folder);
    const repositories = ['own', 'own/inner', 'plain'].filter((name) =>
      existsSync(join(folder, name, '.git')),
    );
    expect(repositories).toEqual(['own']);
  });

  it('installs with the package manager that ran it, and does not name that step again', async () => {
    const { code, stdout, ran } = await installing('exit 0');
    expect([code, ran]).toEqual([0, 'pnpm install']);
    expect(stdout).not.toContain('pnpm install');
    expect(stdout).toContain('pnpm test');
  });

  it('says that the project is complete if the install fails', async () => {
    const { code, stderr, folder } = await installing('exit 3');
    expect(code).toBe(1);
    expect(stderr).toBe(
      `pnpm install failed in ${folder}: the project is complete; fix the problem it reported, then run it again there\n`,
    );
    expect(existsSync(join(folder, 'package.json'))).toBe(true);
  });
});

/** Creates a project with `--install`, by a package manager that is a script. */
async function installing(outcome: string) {
  const parent = newFolder();
  const folder = join(parent, 'my-app');
  const bin = newFolder();
  const script = `#!/bin/sh\necho "pnpm $*" > ran\n${outcome}\n`;
  writeFileSync(join(bin, 'pnpm'), script, { mode: 0o755 });
  const env = {
    npm_config_user_agent: 'pnpm/10.0.0',
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
  };
  const args = [join(home, 'src/cli.ts'), 'my-app', '--install'];
  const ended = await runSource(args, parent, { env });
  return { ...ended, folder, ran: readFileSync(join(folder, 'ran'), 'utf8').trim() };
}

const hasTerminal = spawnSync('script', ['--version']).status === 0;

withService(hasTerminal, 'create-mortise in a terminal (install script, of bsdutils)')(
  'create-mortise in a terminal',
  () => {
    it('asks for missing answers, and accepts the number of a template', () => {
      const folder = newFolder();
      const { stdout } = terminal(folder, [], ' my-app \nkoa\n4\n');
      expect(stdout).toContain('Folder (mortise-app): ');
      const listed = Object.entries(templates).map(
        ([name, text], index) => `  ${index + 1}. ${name.padEnd(12)}${text}\r\n`,
      );
      expect(stdout).toContain(listed.join(''));
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

    it('uses the defaults for empty answers', () => {
      const folder = newFolder();
      terminal(folder, [], '\n  \n');
      expect(existsSync(join(folder, 'mortise-app/src/app.ts'))).toBe(true);
    });

    it('asks only for what the command line leaves open', () => {
      const folder = newFolder();
      const { stdout } = terminal(folder, ['my-app'], 'worker\n');
      expect(stdout).not.toContain('Folder');
      expect(existsSync(join(folder, 'my-app/src/worker.ts'))).toBe(true);
      expect(terminal(folder, ['-t', 'web'], 'other\n').stdout).not.toContain('Template');
      expect(existsSync(join(folder, 'other/src'))).toBe(true);
    });

    it.each(['--yes', '-y'])('asks nothing with %s', (flag) => {
      const folder = newFolder();
      const { stdout } = terminal(folder, [flag], '');
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
    // A question that nobody answers would wait for ever.
    timeout: PROCESS_PATIENCE,
  } as const;
  return spawnSync('script', ['--quiet', '--return', '--command', command, '/dev/null'], options);
}
