import { afterAll, describe, expect, it } from '@jest/globals';
import { type TemplateName, templates } from 'create-mortise';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { newProject, removeFolders, runSource, statusOf } from './project.js';

const names = Object.keys(templates) as TemplateName[];

afterAll(removeFolders);

const programs = names.filter((name) => name !== 'minimal');

describe.each(programs)('the template %s', (name) => {
  it('passes its own tests', async () => {
    const folder = newProject(name);
    const args = ['--test-reporter=tap', 'src/app.test.ts'];
    const { code, stdout } = await runSource(args, folder);
    expect({ code, failed: /^# fail .*/m.exec(stdout)?.[0] ?? stdout }).toEqual({
      code: 0,
      failed: '# fail 0',
    });
  });

  it('starts, serves its first page and ends on SIGTERM', async () => {
    expect(await startedAndEnded(newProject(name), 'src/main.ts')).toEqual([[200], 0]);
  });

  it('has exactly the dependencies that its sources import', () => {
    const folder = newProject(name);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    expect(Object.keys(manifest.dependencies).sort()).toEqual(importedPackages(folder));
  });
});

it('the template minimal starts, serves its first page and ends on SIGTERM', async () => {
  expect(await startedAndEnded(newProject('minimal'), 'app.js')).toEqual([[200], 0]);
});

describe('the types of the templates', () => {
  it('compile with the compiler options of a project', () => {
    const projects = programs.map(newProject);
    expect(typeErrors(projects)).toEqual([]);
  });
});

/** The status of the first page, and the exit code after SIGTERM. */
async function startedAndEnded(folder: string, program: string): Promise<unknown[]> {
  const requests: Promise<number>[] = [];
  const onOutput = (printed: string, end: () => void): void => {
    const url = /listening on (\S+)/.exec(printed)?.[1];
    if (url !== undefined && requests.length === 0) requests.push(statusOf(url).finally(end));
  };
  const ended = await runSource([program], folder, { onOutput, env: { DATABASE_URL: undefined } });
  return [await Promise.all(requests), ended.code];
}

function sourcesOf(folder: string): string[] {
  return readdirSync(join(folder, 'src')).map((file) => join(folder, 'src', file));
}

function importedPackages(folder: string): string[] {
  const imported = sourcesOf(folder).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/from '((?:@[\w-]+\/)?\w[\w-]*)/g)].map(
      ([, name = '']) => name,
    ),
  );
  // Installed by hand beside the package that renders with it.
  const peers = imported.includes('@mortise/view') ? ['eta'] : [];
  return [...new Set([...imported, ...peers])].filter((name) => name !== 'node').sort();
}

/** One program over all of them, with the packages as they are built, or with their sources if any is newer. */
function typeErrors(projects: readonly string[]): string[] {
  const path = join(projects[0] ?? '', 'tsconfig.json');
  const { config } = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, projects[0] ?? '');
  const files = projects.flatMap(sourcesOf);
  const sources = {
    lib: [...(options.lib ?? []), 'lib.es2024.string.d.ts'],
    customConditions: ['@mortise/source'],
  };
  delete options.rootDir;
  const program = ts.createProgram(files, {
    ...options,
    ...(process.env['MORTISE_BUILT'] === '1' ? {} : sources),
    noEmit: true,
  });
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  });
}
