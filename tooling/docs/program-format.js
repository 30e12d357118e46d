/**
 * Whether the programs in pages are formatted as sources are, but no wider than a page shows at 1280 pixels without
 * scrolling. `--write` formats them.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pagesOfTree, root } from '../setup/packages.js';

const WIDTH = 98;
const PROGRAM = /(?<=^```([jt]s)\n).*?(?=^```$)/gms;

const write = process.argv.includes('--write');
const folder = mkdtempSync(join(tmpdir(), 'programs-'));
const programs = ['README.md', ...pagesOfTree()].flatMap((path) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(PROGRAM)].map(
    ({ index, 0: text, 1: type }) => ({
      path,
      index,
      text,
      file: join(folder, `${path.replaceAll('/', '-')}-${index}.${type}`),
    }),
  ),
);
for (const { file, text } of programs) writeFileSync(file, text);
const options = [
  `--config-path=${join(root, 'biome.json')}`,
  `--line-width=${WIDTH}`,
  '--vcs-enabled=false',
];
execFileSync('biome', ['format', '--write', ...options, folder], {
  stdio: 'pipe',
});

const changed = programs
  .map((program) => ({ ...program, formatted: readFileSync(program.file, 'utf8') }))
  .filter(({ text, formatted }) => formatted !== text);
rmSync(folder, { recursive: true });
// From the end, so that the places of the others stay.
for (const { path, index, text, formatted } of changed.toReversed()) {
  const page = readFileSync(join(root, path), 'utf8');
  if (write)
    writeFileSync(
      join(root, path),
      page.slice(0, index) + formatted + page.slice(index + text.length),
    );
  else
    console.error(
      `${path}:${page.slice(0, index).split('\n').length}: not formatted; run npm run format`,
    );
}
process.exitCode = changed.length > 0 && !write ? 1 : 0;
