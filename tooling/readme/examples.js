/**
 * The examples of every README and of the pages under `docs/`: each block marked `ts` is a separate
 * program. They are written to `.readme/` inside their package, where the package's own name and its
 * dependencies resolve; those of a page of `docs/` to the root's, where `mortise` resolves.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A service that an example connects to: the variable with its URL. */
const SERVICE = /process\.env\['((?:REDIS|DATABASE)_URL)'\]/;

/** @returns {{ readme: string, line: number, file: string, output: string | null, service: string | null }[]} */
export function writeExamples() {
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  return [
    ...['.', ...packages].map((folder) => ({ folder, page: join(folder, 'README.md') })),
    ...pages.map((name) => ({ folder: '.', page: join('docs', name) })),
  ]
    .filter(({ page }) => existsSync(join(root, page)))
    .flatMap(({ folder, page }) => writeExamplesOf(folder, page));
}

function writeExamplesOf(folder, page) {
  const target = join(root, folder, '.readme', basename(page, '.md'));
  rmSync(target, { recursive: true, force: true });
  return examplesIn(readFileSync(join(root, page), 'utf8')).map(({ code, line, output }) => {
    mkdirSync(target, { recursive: true });
    const file = join(target, `line-${line}.ts`);
    writeFileSync(file, `${code}\nexport {};\n`);
    return { readme: page, line, file, output, service: SERVICE.exec(code)?.[1] ?? null };
  });
}

/** A `text` block directly after a `ts` block is the expected output of the program. */
function examplesIn(markdown) {
  const block = /^```ts\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms;
  return [...markdown.matchAll(block)].map(({ index, 1: code, 2: output }) => ({
    code,
    line: markdown.slice(0, index).split('\n').length,
    output: output ?? null,
  }));
}
