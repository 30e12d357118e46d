#!/usr/bin/env node
import { relative } from 'node:path';
import { ask, type Answers } from './ask.js';
import { CreateError } from './create-error.js';
import { createProject } from './create-project.js';
import { createRepository } from './create-repository.js';
import { install, packageManager } from './package-manager.js';
import { readArguments } from './read-arguments.js';
import { type TemplateName, templates } from './templates.js';

const DEFAULTS: Answers = { folder: 'mortise-app', template: 'api' };

const HELP = `npm create mortise@latest [folder] -- [--template NAME] [--install] [--no-git] [--yes]

${Object.entries(templates)
  .map(([name, text]) => `  ${name.padEnd(12)}${text}`)
  .join('\n')}

--install runs the install command of your package manager. The project becomes a git repository, unless --no-git is given or the
folder is already in one.

Without --yes, the command asks for missing settings in a terminal; the defaults are ${DEFAULTS.folder} and ${DEFAULTS.template}.
`;

main().catch((error: unknown) => {
  const isExpected = error instanceof CreateError || (error instanceof Error && 'code' in error);
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { values, positionals } = readArguments(process.argv.slice(2));
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const given: Partial<Answers> = {
    ...(positionals[0] !== undefined && { folder: positionals[0] }),
    ...(values.template !== undefined && { template: values.template }),
  };
  const isSilent = values.yes === true || !process.stdin.isTTY;
  const answers = isSilent ? { ...DEFAULTS, ...given } : await ask(given, DEFAULTS);
  const template = answers.template as TemplateName;
  const folder = createProject({ ...answers, template });
  if (values['no-git'] !== true) createRepository(folder);
  if (values.install === true) install(folder);
  console.log(nextSteps(relative('', folder), template, values.install === true));
}

function nextSteps(folder: string, template: TemplateName, isInstalled: boolean): string {
  const { typescript = false } = process.features as { readonly typescript?: unknown };
  // `dev` runs TypeScript sources, which Node 20 cannot; the worker template has its own runtime.
  const isBuilt = typescript === false && !['minimal', 'worker'].includes(template);
  const steps = [
    ...(isInstalled ? [] : ['install']),
    ...(isBuilt ? ['run build', 'start'] : ['run dev']),
    ...(template === 'minimal' ? [] : ['test']),
  ].map((step) => `${packageManager()} ${step}`);
  const enter = folder === '' ? [] : [`cd ${folder}`];
  return `Created ${folder === '' ? 'the project' : folder}. Next:\n\n${[...enter, ...steps]
    .map((line) => `  ${line}`)
    .join('\n')}\n`;
}
