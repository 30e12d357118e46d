/**
 * Re-makes what the fixture expects of `parse_str` with the PHP of this machine, and says which rows
 * changed. What php-cgi makes of a POST (`post`) is re-made by the script of the same name in
 * `@mortise/body-parsers`.
 *
 *     npm run try packages/form-encoding/test/php/remake-vectors.ts
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parseStr, type PhpResult, phpVersion } from './php.js';

interface Row {
  readonly id: string;
  readonly input: {
    readonly raw: string | { readonly $b64: string };
    readonly ini?: Record<string, string>;
  };
  readonly expect: Record<string, unknown>;
}

// From here on PHP's results would make the fixture large.
const LONG = 3000;
const fixture = new URL('../fixtures/urlencoded.json', import.meta.url);
const version = phpVersion();
if (version === null) {
  console.error('There is no php here (Debian: apt-get install php-cli); nothing was changed.');
  process.exitCode = 1;
} else {
  console.log(`PHP ${version}`);
  // One row a line; a line without a change stays as it is, since a JavaScript object reorders its keys.
  const lines = readFileSync(fixture, 'utf8').split('\n');
  writeFileSync(
    fixture,
    lines.map((line) => (line.startsWith('{') ? remade(line) : line)).join('\n'),
  );
}

function remade(line: string): string {
  const row = JSON.parse(line.replace(/,$/, '')) as Row;
  const { raw, ini = {} } = row.input;
  const bytes = typeof raw === 'string' ? Buffer.from(raw) : Buffer.from(raw.$b64, 'base64');
  const [result] = parseStr([bytes], ini) as [PhpResult];
  const { value, flat, warning } = result;
  const made = bytes.length > LONG ? { summary: summary(result) } : { value, flat };
  const post = Object.entries(row.expect).filter(([name]) => name.startsWith('post'));
  const warned = warning === undefined ? {} : { warning };
  const expect = { ...made, ...warned, ...Object.fromEntries(post) };
  if (isDeepStrictEqual(expect, row.expect)) return line;
  console.log(`${row.id} changed`);
  return JSON.stringify({ ...row, expect }) + (line.endsWith(',') ? ',' : '');
}

function summary({ value, flat }: PhpResult): unknown {
  return {
    count: Object.keys(value as object).length,
    leafCount: flat.length,
    firstLeaf: flat[0],
    lastLeaf: flat.at(-1),
    flatSha1: createHash('sha1').update(JSON.stringify(flat)).digest('hex'),
  };
}
