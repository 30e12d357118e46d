/** Projects of `npm create mortise`: installed, type-checked, tested, and started as in their container file. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace-packages.js';
import { runContainerFile } from './container.js';
import { runIn } from './project.js';

/** @returns {Promise<string[]>} what failed, with the template's name */
export async function createProjects(scratch, env) {
  const folder = mkdtempSync(join(scratch, 'created-'));
  const templates = readdirSync(join(root, 'packages/create-mortise/templates'));
  const problems = [];
  for (const template of templates.filter((name) => name !== 'common')) {
    const problem = await createProject(folder, template, env);
    if (problem !== null) problems.push(`create-mortise, template ${template}: ${problem}`);
  }
  return problems;
}

async function createProject(folder, template, env) {
  const project = join(folder, template);
  const create = ['create', '--yes', 'mortise@latest', template, '--', '--template', template];
  for (const [args, cwd] of [
    [create, folder],
    [['install', '--no-audit', '--no-fund'], project],
    [['test'], project],
  ]) {
    const { status, stdout, stderr } = runIn('npm', args, cwd, env, 300_000);
    if (status !== 0) return `npm ${args.join(' ')} failed: ${`${stdout}${stderr}`.slice(-2000)}`;
  }
  return runContainerFile(project, env);
}
