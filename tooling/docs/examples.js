/**
 * The examples of every README and of the pages under `docs/`: each block marked `ts` is a separate
 * program. They are written to `.readme/` inside their package, where the package's own name and its
 * dependencies resolve; those of a page of `docs/` to the root's, where `mortise` resolves. A block whose introduction
 * names its file, as in "Write `src/app.ts`:", has that name, so that the other programs of the page can import it.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pagesOfTree, root } from '../setup/packages.js';

/** A service that an example connects to: the variable with its URL. */
export const SERVICE = /process\.env\['((?:REDIS|DATABASE)_URL)'\]/;

/** Code that needs a process of its own: a server that stays open, what a process has once, or another program of the page. */
export const ALONE =
  /\bserve\((?!.*\bserver\.close\()|(?:\bcreateServer|\.listen)\((?!.*\.close\(\))|\b(?:serveCluster|unref)\(|\bprocess\.(?!env\['(?:PORT|REDIS_URL|DATABASE_URL)'\])|\bglobalThis\b|\bsetGlobal|'(?:node:(?:cluster|test|diagnostics_channel)|@mortise\/metrics|prom-client)'|from '\.\//s;

/** Pages whose blocks are not programs: decisions and deviations. */
const DECISIONS = /^docs\/(?!guides\/)[^/]+\//;

/** The end of the text before a block that names the file of the block. */
const FILE = /`(src\/[\w.-]+\.ts)`:\n\n$/;

/**
 * Writes the program of each example to its file, and removes those of former examples.
 *
 * @returns {{ readme: string, line: number, file: string, text: string, output: string | null, service: string | null, alone: boolean }[]}
 */
export function writeExamples() {
  const examples = readExamples();
  for (const folder of new Set(pages().map(folderOf)))
    rmSync(folder, { recursive: true, force: true });
  for (const { file, text } of examples) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return examples;
}

function readExamples() {
  return pages().flatMap((page) =>
    examplesIn(readFileSync(join(root, page.path), 'utf8')).map(({ name, code, line, output }) => ({
      readme: page.path,
      line,
      file: join(folderOf(page), name ?? `line-${line}.ts`),
      text: `${code}\nexport {};\n`,
      output,
      service: SERVICE.exec(code)?.[1] ?? null,
      alone: name !== undefined || ALONE.test(code),
    })),
  );
}

/** The pages, each with the folder where the names that it imports resolve. */
function pages() {
  return ['README.md', ...pagesOfTree()]
    .filter((path) => !DECISIONS.test(path))
    .map((path) => ({ path, home: path.startsWith('packages/') ? dirname(path) : '.' }));
}

function folderOf({ home, path }) {
  return join(root, home, '.readme', basename(path, '.md'));
}

/** A `text` block directly after a `ts` block is the expected output of the program. */
export function examplesIn(markdown) {
  const block = /^```ts\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms;
  return [...markdown.matchAll(block)].map(({ index, 1: code, 2: output }) => ({
    name: FILE.exec(markdown.slice(0, index))?.[1],
    code,
    line: markdown.slice(0, index).split('\n').length,
    output: output ?? null,
  }));
}
