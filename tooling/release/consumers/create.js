/** Projects of `npm create mortise`: installed, type-checked, tested, and started as in their container file, if they have one. */
import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { twoAtATime } from '../two-at-a-time.js';
import { root } from '../workspace-packages.js';
import { runContainerFile } from './container.js';
import { runIn } from './project.js';

/** @returns {Promise<string[]>} what failed, with the template's name */
export async function createProjects(scratch, env) {
  const folder = mkdtempSync(join(scratch, 'created-'));
  const templates = readdirSync(join(root, 'packages/create-mortise/templates'));
  const containers = new Set();
  const problems = await twoAtATime(
    templates.filter((name) => name !== 'common'),
    async (template) => {
      const problem = await createProject(folder, template, env, containers);
      return problem === null ? [] : [`create-mortise, template ${template}: ${problem}`];
    },
  );
  return problems.flat();
}

/** @param {Set<string>} containers the container files that were tried */
async function createProject(folder, template, env, containers) {
  const project = join(folder, template);
  const create = ['create', '--yes', 'mortise@latest', template, '--', '--template', template];
  for (const [args, cwd] of [
    [create, folder],
    [['install', '--no-audit', '--no-fund'], project],
    [['test', '--if-present'], project],
  ]) {
    const { status, stdout, stderr } = await runIn('npm', args, cwd, env, 300_000);
    if (status !== 0) return `npm ${args.join(' ')} failed: ${`${stdout}${stderr}`.slice(-2000)}`;
  }
  const path = join(project, 'Dockerfile');
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8');
  const wasTried = containers.has(text);
  containers.add(text);
  // `npm test` has built the project.
  return runContainerFile(project, env, wasTried);
}
