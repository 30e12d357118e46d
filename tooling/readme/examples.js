/**
 * The examples of every README: each block marked `ts` is a program of its own. They are written to
 * `.readme/` inside their package, where the package's own name and its dependencies resolve.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** @returns {{ readme: string, line: number, file: string, output: string | null }[]} */
export function writeExamples() {
  const folders = ['.', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)];
  return folders
    .filter((folder) => existsSync(join(root, folder, 'README.md')))
    .flatMap(writeExamplesOf);
}

function writeExamplesOf(folder) {
  const target = join(root, folder, '.readme');
  rmSync(target, { recursive: true, force: true });
  const readme = join(folder, 'README.md');
  return examplesIn(readFileSync(join(root, readme), 'utf8')).map(({ code, line, output }) => {
    mkdirSync(target, { recursive: true });
    const file = join(target, `line-${line}.ts`);
    writeFileSync(file, `${code}\nexport {};\n`);
    return { readme, line, file, output };
  });
}

/** A `text` block right behind a `ts` block is what the program prints. */
function examplesIn(markdown) {
  const block = /^```ts\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms;
  return [...markdown.matchAll(block)].map(({ index, 1: code, 2: output }) => ({
    code,
    line: markdown.slice(0, index).split('\n').length,
    output: output ?? null,
  }));
}
