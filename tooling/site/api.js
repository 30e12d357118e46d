/** Writes the pages of the public API: typedoc over the sources of every entry, in one program. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../setup/packages.js';
import { content, home } from './places.js';

/**
 * @param {ReturnType<typeof import('../setup/packages.js').entriesOf>} entries the page of each is `api/` and its name
 * @throws {Error} with what typedoc prints
 */
export async function writeApi(entries) {
  const names = Object.fromEntries(entries.map(({ name, source }) => [source, name]));
  const files = entries.map(({ source }) => source);
  // Without the tests, which are as much as the sources.
  const project = { extends: join(root, 'tooling/tsconfig.json'), include: [], files };
  const tsconfig = join(home, 'tsconfig.json');
  writeFileSync(tsconfig, JSON.stringify(project));
  const options = {
    entryPoints: files,
    entryPointStrategy: 'resolve',
    tsconfig,
    plugin: ['typedoc-plugin-markdown', join(root, 'tooling/site/api-names.js')],
    skipErrorChecking: true,
    disableSources: true,
    out: join(content, 'api'),
    name: 'API',
    router: 'module',
    readme: 'none',
    entryFileName: 'index',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    propertyMembersFormat: 'table',
    typeDeclarationFormat: 'table',
    expandParameters: true,
    tableColumnSettings: { hideInherited: true, hideModifiers: true, hideOverrides: true },
    // Members that classes inherit from `Error` and other classes of the platform.
    excludeExternals: true,
    useHTMLAnchors: true,
    logLevel: 'Error',
    validation: false,
  };
  const file = join(home, 'typedoc.json');
  writeFileSync(file, JSON.stringify(options));
  const typedoc = join(home, 'node_modules/typedoc/bin/typedoc');
  await promisify(execFile)(process.execPath, [typedoc, '--options', file], {
    cwd: root,
    env: { ...process.env, MORTISE_ENTRIES: JSON.stringify(names) },
  }).catch(({ stdout, stderr }) => {
    throw new Error(`typedoc failed:\n${stdout}${stderr}`);
  });
}
