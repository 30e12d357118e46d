import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CreateError } from './create-error.js';
import { refuseName } from './project-name.js';
import { isTemplateName, type TemplateName, templates } from './templates.js';
import { templateVersions } from './template-versions.js';

/** Options of {@link createProject}. */
export interface ProjectOptions {
  /** The folder of the project; it must not exist, or be empty except for `.git`. Its name is the project's name. */
  readonly folder: string;

  /** The template to copy. */
  readonly template: TemplateName;

  /** Version ranges of dependencies by name, which override those of this release. Default: none. */
  readonly versions?: Readonly<Record<string, string>> | undefined;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Files that npm would omit from a package under their real names. */
const RENAMED: Readonly<Record<string, string>> = {
  _gitignore: '.gitignore',
  _dockerignore: '.dockerignore',
  '_package.json': 'package.json',
};

const home = folderOfPackage(dirname(fileURLToPath(import.meta.url)));

/**
 * Writes a project into a folder. Installs nothing.
 *
 * @returns the absolute path of the folder
 * @throws {CreateError} `NAME_INVALID`, `TEMPLATE_UNKNOWN`, `FOLDER_NOT_EMPTY`; nothing has been written
 */
export function createProject({ folder, template, versions = {} }: ProjectOptions): string {
  const target = resolve(folder);
  const name = basename(target);
  refuseName(name);
  refuseTemplate(template);
  refuseContent(target, folder);
  mkdirSync(target, { recursive: true });
  const sources = template === 'minimal' ? [template] : ['common', template];
  for (const source of sources) copy(join(home, 'templates', source), target);
  const known = { ...templateVersions(home), ...versions };
  const path = join(target, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const complete = {
    name,
    ...manifest,
    dependencies: withVersions(manifest.dependencies, known),
    devDependencies: withVersions(manifest.devDependencies, known),
  };
  writeFileSync(path, `${JSON.stringify(complete, null, 2)}\n`);
  return target;
}

/** Returns the nearest parent folder that has the templates: sources and built files are at different depths. */
function folderOfPackage(folder: string): string {
  return existsSync(join(folder, 'templates', 'common'))
    ? folder
    : folderOfPackage(dirname(folder));
}

function copy(source: string, target: string): void {
  for (const name of readdirSync(source)) {
    cpSync(join(source, name), join(target, RENAMED[name] ?? name), { recursive: true });
  }
}

function withVersions(
  dependencies: Readonly<Record<string, string>>,
  versions: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, range]) => [name, versions[name] ?? range]),
  );
}

function refuseTemplate(template: string): void {
  if (isTemplateName(template)) return;
  throw new CreateError(
    'TEMPLATE_UNKNOWN',
    `unknown template ${JSON.stringify(template.slice(0, 80))}: choose ${Object.keys(templates).join(', ')}`,
  );
}

function refuseContent(target: string, folder: string): void {
  const found = statSync(target, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isDirectory() && readdirSync(target).every((name) => name === '.git')) return;
  throw new CreateError(
    'FOLDER_NOT_EMPTY',
    `${folder} exists and is not an empty folder: choose another name, or empty it`,
  );
}
