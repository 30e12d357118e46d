import { afterAll, describe, expect, it } from '@jest/globals';
import { createProject, type TemplateName, templates } from 'create-mortise';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { home, newFolder, removeFolders } from './project.js';

const names = Object.keys(templates) as TemplateName[];

afterAll(removeFolders);

describe.each(names.filter((name) => name !== 'minimal'))(
  'the container of the template %s',
  (template) => {
    it('receives the sources, without tests, installed packages and earlier builds', () => {
      const folder = newProject(template);
      const sources = readdirSync(join(folder, 'src')).filter((name) => !name.endsWith('.test.ts'));
      for (const name of [
        '.git/HEAD',
        'node_modules/zod/index.ts',
        'dist/main.js',
        'src/a/b.test.ts',
      ])
        write(folder, name);
      const received = filesIn(folder).filter((path) => !isIgnored(path, folder));
      expect(
        received.filter((path) => /^(?:\.git|node_modules|dist)\/|\.test\./.test(path)),
      ).toEqual([]);
      expect(received).toEqual(expect.arrayContaining(sources.map((name) => `src/${name}`)));
    });

    // npm as the first process exits with 1 on SIGTERM, so a normal stop would be reported as a failure.
    it('runs the command of npm start, without npm', () => {
      const folder = newProject(template);
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        readonly scripts: Readonly<Record<string, string>>;
      };
      const [command] = instructions(lastStage(folder), 'CMD');
      expect((JSON.parse(command ?? '[]') as string[]).join(' ')).toBe(manifest.scripts['start']);
    });
  },
);

describe('the container file', () => {
  it('ends with the manifest, the pruned packages and the build, for a user that is not root', () => {
    const stage = lastStage(newProject('api'));
    expect(instructions(stage, 'COPY')).toEqual([
      '--from=build /app/package.json ./',
      '--from=build /app/node_modules ./node_modules',
      '--from=build /app/dist ./dist',
    ]);
    expect(instructions(stage, 'USER')).toEqual(['node']);
  });

  it('lets that user read a manifest that only its owner can read on the machine that builds', () => {
    const folder = newProject('api');
    chmodSync(join(folder, 'package.json'), 0o600);
    const bin = newFolder();
    // The rule is about modes: npm itself has nothing to do here.
    writeFileSync(join(bin, 'npm'), '#!/bin/sh\n', { mode: 0o755 });
    const env = { PATH: `${bin}:/usr/bin:/bin` };
    const [, build = 'false'] = instructions(containerFile(folder), 'RUN');
    execFileSync('sh', ['-c', build], { cwd: folder, env });
    expect(statSync(join(folder, 'package.json')).mode & 0o044).toBe(0o044);
  });

  it('of the template web differs only by what its pages need', () => {
    const [common, web] = (['api', 'web'] as const).map((each) => containerFile(newProject(each)));
    const added = 'COPY public ./public\nCOPY views ./views\n';
    expect(web).toContain(added);
    expect(web?.replace(added, '')).toBe(common);
  });

  it('is the one that the guide shows, with its list of ignored files', () => {
    const folder = newProject('api');
    const guide = readFileSync(join(home, '../../docs/getting-started.md'), 'utf8');
    expect(guide).toContain(containerFile(folder).replace('npm run build', 'npx tsc'));
    const ignored = readFileSync(join(folder, '.dockerignore'), 'utf8');
    expect(guide).toContain(`\`\`\`text\n${ignored}\`\`\``);
  });
});

/** A project without the packages of the workspace. */
function newProject(template: TemplateName): string {
  return createProject({ folder: join(newFolder(), 'my-app'), template });
}

function write(folder: string, name: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), '');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

function containerFile(folder: string): string {
  return readFileSync(join(folder, 'Dockerfile'), 'utf8');
}

function lastStage(folder: string): string {
  return (
    containerFile(folder)
      .split(/^FROM /m)
      .at(-1) ?? ''
  );
}

function instructions(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map(([, rest = '']) => rest);
}

/** Matches like the builders: from the root of the project, with everything in a matched folder. */
function isIgnored(path: string, folder: string): boolean {
  const patterns = readFileSync(join(folder, '.dockerignore'), 'utf8').trim().split('\n');
  return patterns.some((pattern) => {
    const parts = pattern.split(/(\*\*\/|\*)/).map((part) => {
      if (part === '**/') return '(?:.*/)?';
      return part === '*' ? '[^/]*' : part.replaceAll('.', '\\.');
    });
    return new RegExp(`^${parts.join('')}(?:/|$)`).test(path);
  });
}
