import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { copiedModule, isStarted } from './copied-packages.js';

const packages = new URL('../../packages/', import.meta.url).pathname;

it('what every program loads at its start imports only copied packages, and entries that are one file', () => {
  const { imported, files } = importsFrom(join(packages, 'mortise/src/index.ts'));
  expect(files).toBeGreaterThan(3);
  expect(imported.filter((specifier) => !isOneFile(specifier))).toEqual([]);
});

function isOneFile(specifier) {
  const [, folder, rest] = /^@mortise\/([^/]+)(.*)$/.exec(specifier) ?? [];
  return copiedModule(specifier) !== null || isStarted(folder, `.${rest}`);
}

/** The packages of the workspace that a module and its own modules import, except types and what is loaded on demand. */
function importsFrom(path, seen = new Set(), imported = new Set()) {
  seen.add(path);
  const { outputText } = ts.transpileModule(readFileSync(path, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  });
  for (const [, specifier] of outputText.matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'/gm)) {
    if (specifier.startsWith('@mortise/')) imported.add(specifier);
    const own = resolve(dirname(path), specifier.replace(/\.js$/, '.ts'));
    if (specifier.startsWith('.') && !seen.has(own)) importsFrom(own, seen, imported);
  }
  return { imported: [...imported], files: seen.size };
}
