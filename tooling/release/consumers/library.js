/** The example library on installed packages: its command line, two log-ins at once, loans and an import in which it is killed. */
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripTypes } from '../../loader/strip-types.js';
import { root } from '../../setup/packages.js';
import { installProject, runIn } from './project.js';

const LIBRARY = join(root, 'examples/library');
const JEST = join(root, 'node_modules/jest/bin/jest.js');
const TESTS = 'test/installed.rehearsal.js';
const TIMEOUT = 120_000;

/** @returns {Promise<string[]>} what Jest printed, if a test failed */
export async function runLibrary(scratch, env) {
  const project = await installProject(scratch, dependencies(), env, { type: 'module' });
  for (const folder of ['src', 'test', 'data']) await compileFolder(folder, project);
  const config = {
    ...{ rootDir: project, transform: {}, testMatch: [`<rootDir>/${TESTS}`] },
    testTimeout: TIMEOUT,
  };
  const args = ['--experimental-vm-modules', JEST, '--ci', '--config', JSON.stringify(config)];
  const { status, stderr } = await runIn(process.execPath, args, project, env, 2 * TIMEOUT);
  return status === 0 ? [] : [`the example library: ${stderr}`];
}

/** The packages that the library imports: its own from the registry, others in the version of the workspace. */
function dependencies() {
  const manifest = JSON.parse(readFileSync(join(LIBRARY, 'package.json'), 'utf8'));
  return Object.entries(manifest.dependencies).map(([name, range]) => {
    if (range.startsWith('workspace:')) return name;
    const installed = join(LIBRARY, 'node_modules', name, 'package.json');
    return `${name}@${JSON.parse(readFileSync(installed, 'utf8')).version}`;
  });
}

/** Copies a folder; TypeScript becomes JavaScript. */
async function compileFolder(folder, project) {
  for (const entry of readdirSync(join(LIBRARY, folder), {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = source.replace(LIBRARY, project).replace(/\.ts$/, '.js');
    mkdirSync(dirname(target), { recursive: true });
    if (target === source.replace(LIBRARY, project)) cpSync(source, target);
    else writeFileSync(target, await stripTypes(readFileSync(source, 'utf8'), source));
  }
}
