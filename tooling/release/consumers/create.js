/** Projects of `npm create mortise`: installed, type-checked, tested, and started as in their container file, if they have one. */
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { twoAtATime } from '../two-at-a-time.js';
import { root } from '../workspace-packages.js';
import { runContainerFile } from './container.js';
import { runIn } from './project.js';

/** @returns {Promise<string[]>} what failed, with the template's name */
export async function createProjects(scratch, env) {
  const folder = mkdtempSync(join(scratch, 'created-'));
  const templates = readdirSync(join(root, 'packages/create-mortise/templates'));
  const problems = await twoAtATime(
    templates.filter((name) => name !== 'common'),
    async (template) => {
      const problem = await createProject(folder, template, env);
      return problem === null ? [] : [`create-mortise, template ${template}: ${problem}`];
    },
  );
  return problems.flat();
}

async function createProject(folder, template, env) {
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
  return existsSync(join(project, 'Dockerfile')) ? runContainerFile(project, env) : null;
}
