/** Projects of `npm create mortise`: installed, type-checked, tested, and started as in their container file, if they have one. */
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { twoAtATime } from '../two-at-a-time.js';
import { root } from '../../setup/packages.js';
import { startAsContainer } from './container.js';
import { installProject, runIn } from './project.js';

/** @returns {Promise<string[]>} what failed, with the template's name */
export async function createProjects(scratch, env) {
  const folder = mkdtempSync(join(scratch, 'created-'));
  const templates = readdirSync(join(root, 'packages/create-mortise/templates'));
  const [first, ...others] = templates.filter((name) => name !== 'common');
  const tryTemplate = async ([template, ...create]) => {
    const problem = await tryProject(folder, template, create, env);
    return problem === null ? [] : [`create-mortise, template ${template}: ${problem}`];
  };
  // `npm create` starts the same program, and takes longer than it.
  const installed = await installProject(scratch, ['create-mortise'], env);
  const program = join(installed, 'node_modules/.bin/create-mortise');
  const problems = await twoAtATime(
    [
      [first, 'npm', 'create', '--yes', 'mortise@latest', first, '--', '--template', first],
      ...others.map((template) => [template, program, template, '--template', template]),
    ],
    tryTemplate,
  );
  return problems.flat();
}

async function tryProject(folder, template, create, env) {
  const project = join(folder, template);
  for (const [[command, ...args], cwd] of [
    [create, folder],
    [['npm', 'install', '--no-audit', '--no-fund'], project],
    [['npm', 'test', '--if-present'], project],
  ]) {
    const { status, stdout, stderr } = await runIn(command, args, cwd, env, 300_000);
    if (status !== 0)
      return `${command} ${args.join(' ')} failed: ${`${stdout}${stderr}`.slice(-2000)}`;
  }
  // `npm test` has built the project.
  return existsSync(join(project, 'Dockerfile')) ? startAsContainer(project, env) : null;
}
