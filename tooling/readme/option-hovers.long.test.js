/** Editors show a sentence on hover for each option of each declaration. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { root } from './examples.js';

const paths = readdirSync(join(root, 'packages')).flatMap((name) => {
  const folder = join(root, 'packages', name, 'src');
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file));
});
const texts = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
const service = ts.createLanguageService({
  getScriptFileNames: () => paths,
  getScriptVersion: () => '1',
  getScriptSnapshot: (path) =>
    texts.has(path) ? ts.ScriptSnapshot.fromString(texts.get(path)) : undefined,
  getCurrentDirectory: () => root,
  getCompilationSettings: () => ({ noLib: true, noResolve: true, types: [] }),
  getDefaultLibFileName: () => '',
  fileExists: (path) => texts.has(path),
  readFile: (path) => texts.get(path),
});
const program = service.getProgram();

/** The interfaces whose options a package declares: `options<CorsOptions>()`. */
function declaredIn(name) {
  const inPackage = paths.filter((path) => path.includes(`/packages/${name}/src/`));
  const types = new Set(
    inPackage.flatMap((path) =>
      [...texts.get(path).matchAll(/(?:options|declare)<(.+?)>\(\)\(/g)].flatMap(([, type]) =>
        type.match(/\w+/g),
      ),
    ),
  );
  return inPackage.flatMap((path) =>
    program
      .getSourceFile(path)
      .statements.filter((node) => ts.isInterfaceDeclaration(node) && types.has(node.name.text))
      .map((node) => [path, node]),
  );
}

const packages = readdirSync(join(root, 'packages')).filter((name) => declaredIn(name).length > 0);

it.each(packages)('each option of %s has a sentence', (name) => {
  const bare = declaredIn(name).flatMap(([path, { name: owner, members }]) =>
    members
      .filter((member) => {
        const info = service.getQuickInfoAtPosition(path, member.name.getStart());
        return ts.displayPartsToString(info?.documentation).trim() === '';
      })
      .map((member) => `${owner.text}.${member.name.getText()}`),
  );
  expect(bare).toEqual([]);
});
