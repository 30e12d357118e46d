/** The example library on installed packages: its command line, two log-ins at once, loans and an import in which it is killed. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripTypes } from '../../loader/strip-types.js';
import { filesIn, root } from '../../setup/packages.js';
import { installProject, runIn } from './project.js';

const LIBRARY = join(root, 'examples/library');
const JEST = join(root, 'node_modules/jest/bin/jest.js');
const TESTS = 'test/installed.rehearsal.js';
const TIMEOUT = 120_000;

/** @returns {Promise<string[]>} what Jest printed, if a test failed */
export async function runLibrary(scratch, env) {
  const project = await installProject(scratch, dependencies(), env, { type: 'module' });
  for (const folder of ['src', 'test', 'data'])
    cpSync(join(LIBRARY, folder), join(project, folder), { recursive: true });
  for (const path of ['src', 'test'].flatMap((folder) => filesIn(join(project, folder), '.ts')))
    writeFileSync(path.replace(/ts$/, 'js'), await stripTypes(readFileSync(path, 'utf8'), path));
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
