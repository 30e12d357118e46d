/**
 * Node's module hooks: `./x.js` can be `./x.ts`, and a `.ts` file is transpiled (never type-checked),
 * once: the output is cached under `.cache/`, with a hash of all inputs as its key.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../.cache/transpiled/', import.meta.url);
const compilerOptions = {
  target: 'ES2022',
  module: 'ESNext',
  verbatimModuleSyntax: true,
  inlineSourceMap: true,
};
const { version } = JSON.parse(
  readFileSync(new URL('../../node_modules/typescript/package.json', import.meta.url), 'utf8'),
);

export async function resolve(specifier, context, nextResolve) {
  if (
    specifier.startsWith('.') &&
    specifier.endsWith('.js') &&
    context.parentURL?.endsWith('.ts')
  ) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(url)) return { url: url.href, format: 'module', shortCircuit: true };
  }
  return nextResolve(specifier, context);
}

export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const fileName = fileURLToPath(url);
  const source = await transpiled(fileName, readFileSync(fileName, 'utf8'));
  return { format: 'module', source, shortCircuit: true };
}

async function transpiled(fileName, text) {
  const inputs = [version, JSON.stringify(compilerOptions), fileName, text];
  const key = createHash('sha256').update(inputs.join('\0')).digest('hex');
  const kept = new URL(`${key}.js`, folder);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const { default: ts } = await import('typescript');
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: {
      ...compilerOptions,
      target: ts.ScriptTarget[compilerOptions.target],
      module: ts.ModuleKind[compilerOptions.module],
    },
    fileName,
  });
  // Written to a temporary file first: another process can look for it at the same time.
  const aside = new URL(`${key}.${process.pid}`, folder);
  mkdirSync(folder, { recursive: true });
  writeFileSync(aside, outputText);
  renameSync(aside, kept);
  return outputText;
}
