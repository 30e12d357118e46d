/**
 * Re-makes what the fixtures expect of a POST with the php-cgi of this machine, and says which rows
 * changed: all of `multipart.json`, and `post` in the fixture that `form-encoding` has.
 *
 *     npm run try packages/body-parsers/test/php/remake-vectors.ts
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { bytesOf, type Encoded } from './encoded.js';
import { PhpCgi, type PhpForm, phpCgiVersion } from './php-cgi.js';

interface Row {
  readonly id: string;
  readonly input: {
    readonly contentType?: Encoded;
    readonly body?: Encoded;
    readonly raw?: Encoded;
    readonly method?: string;
    readonly contentLength?: number;
    readonly ini?: Record<string, string>;
  };
  readonly expect: Record<string, unknown>;
}

// From here on PHP's results would make the fixture large.
const LONG = 3000;
const servers = new Map<string, PhpCgi>();
const version = phpCgiVersion();
if (version === null) {
  console.error('There is no php-cgi here (Debian: apt-get install php-cgi); nothing was changed.');
  process.exitCode = 1;
} else {
  console.log(`PHP ${version}`);
  try {
    await remake('../fixtures/multipart.json', multipart);
    await remake('../../../form-encoding/test/fixtures/urlencoded.json', urlencoded);
  } finally {
    for (const server of servers.values()) await server.end();
  }
}

/** One row a line; a line without a change stays as it is, since a JavaScript object reorders its keys. */
async function remake(
  path: string,
  expectationOf: (row: Row) => Promise<Record<string, unknown>>,
): Promise<void> {
  const fixture = new URL(path, import.meta.url);
  const lines = readFileSync(fixture, 'utf8').split('\n');
  const made: string[] = [];
  let rows = 0;
  let changed = 0;
  for (const line of lines) {
    if (!line.startsWith('{')) {
      made.push(line);
      continue;
    }
    const row = JSON.parse(line.replace(/,$/, '')) as Row;
    const expect = await expectationOf(row);
    const same = isDeepStrictEqual(expect, row.expect);
    rows++;
    if (!same) changed++;
    if (!same) console.log(`${row.id} changed`);
    made.push(same ? line : JSON.stringify({ ...row, expect }) + (line.endsWith(',') ? ',' : ''));
  }
  if (changed > 0) writeFileSync(fixture, made.join('\n'));
  console.log(`${path}: ${rows} rows, ${changed} changed`);
}

/** `parsedBody` is what Slim takes of it: nothing but for a POST. */
async function multipart(row: Row): Promise<Record<string, unknown>> {
  const { contentType = '', body = '' } = row.input;
  const form = await posted(row, String(bytesOf(contentType)), bytesOf(body));
  const { fields, fieldsFlat, files, ...rest } = form;
  const parsedBody = row.expect['parsedBody'] === null ? null : fields;
  return { fields, fieldsFlat, files, parsedBody, ...rest };
}

/** Only where a POST gives something else than `parse_str`. */
async function urlencoded(row: Row): Promise<Record<string, unknown>> {
  const body = bytesOf(row.input.raw ?? '');
  const { fields, fieldsFlat } = await posted(row, 'application/x-www-form-urlencoded', body);
  const parsed = Object.entries(row.expect).filter(([name]) => !name.startsWith('post'));
  const expect = Object.fromEntries(parsed);
  if (body.length > LONG) {
    const postSummary = summary(fields, fieldsFlat);
    return isDeepStrictEqual(postSummary, expect['summary']) ? expect : { ...expect, postSummary };
  }
  const same = isDeepStrictEqual([fields, fieldsFlat], [expect['value'], expect['flat']]);
  return same ? expect : { ...expect, post: fields, postFlat: fieldsFlat };
}

async function posted({ input }: Row, contentType: string, body: Uint8Array): Promise<PhpForm> {
  const { ini = {}, method, contentLength } = input;
  const key = JSON.stringify(ini);
  const server = servers.get(key) ?? (await PhpCgi.start(ini));
  servers.set(key, server);
  return server.post({
    contentType,
    body,
    ...(method === undefined ? {} : { method }),
    ...(contentLength === undefined ? {} : { contentLength }),
  });
}

function summary(fields: unknown, flat: readonly unknown[]): unknown {
  return {
    count: Object.keys(fields as object).length,
    leafCount: flat.length,
    firstLeaf: flat[0],
    lastLeaf: flat.at(-1),
    flatSha1: createHash('sha1').update(JSON.stringify(flat)).digest('hex'),
  };
}
