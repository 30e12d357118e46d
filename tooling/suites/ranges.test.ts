import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { withFile } from '@mortise/static/node';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import { nodeImplementations } from '../testing/implementations.js';
import { temporaryFolder } from '../testing/temporary-folder.js';

const folder = temporaryFolder();
for (const [name, content] of [
  ['nine', '123456789'],
  ['empty', ''],
] as const) {
  writeFileSync(join(folder, name), content);
  utimesSync(join(folder, name), 1e9, 1e9);
}

/** A rule of RFC 9110 14; the file; Range; status, Content-Range and body. */
const rows: readonly (readonly [string, string, string, number, string, string])[] = [
  ['the first byte', 'nine', 'bytes=0-0', 206, 'bytes 0-0/9', '1'],
  ['from a byte to another', 'nine', 'bytes=2-4', 206, 'bytes 2-4/9', '345'],
  ['from a byte to the end', 'nine', 'bytes=7-', 206, 'bytes 7-8/9', '89'],
  ['the last bytes', 'nine', 'bytes=-2', 206, 'bytes 7-8/9', '89'],
  ['more last bytes than the file has', 'nine', 'bytes=-99', 206, 'bytes 0-8/9', '123456789'],
  ['an end after that of the file', 'nine', 'bytes=5-99', 206, 'bytes 5-8/9', '6789'],
  ['the whole file', 'nine', 'bytes=0-8', 206, 'bytes 0-8/9', '123456789'],
  ['the unit in another case', 'nine', 'BYTES=0-0', 206, 'bytes 0-0/9', '1'],
  ['a start after the end of the file', 'nine', 'bytes=9-', 416, 'bytes */9', ''],
  ['no last bytes', 'nine', 'bytes=-0', 416, 'bytes */9', ''],
  ['an end before the start is invalid, and ignored', 'nine', 'bytes=4-2', 200, '', '123456789'],
  ['another unit is ignored', 'nine', 'lines=0-0', 200, '', '123456789'],
  ['text is ignored', 'nine', 'bytes=a-b', 200, '', '123456789'],
  ['a range without numbers is ignored', 'nine', 'bytes=-', 200, '', '123456789'],
  ['nothing after the unit is ignored', 'nine', 'bytes=', 200, '', '123456789'],
  ['a sign is not a digit', 'nine', 'bytes=+1-2', 200, '', '123456789'],
  ['a fraction is not a position', 'nine', 'bytes=0.5-2', 200, '', '123456789'],
  ['an empty file has no first byte', 'empty', 'bytes=0-', 416, 'bytes */0', ''],
  [
    'the last bytes of an empty file are the whole, which no Content-Range describes',
    'empty',
    'bytes=-1',
    200,
    '',
    '',
  ],
  ['an empty file is sent whole for an invalid range', 'empty', 'bytes=x', 200, '', ''],
];

describe.each(nodeImplementations)('the range of a file, with %s', (_name, factories) => {
  it.each(rows)('%s: %s, %s', async (_rule, name, Range, status, range, body) => {
    const app = createApp({ factories });
    app.get('/{name}', (request, response, args) =>
      withFile(request, response, join(folder, args.name), { factories }),
    );
    const response = await inProcess(app).get(`/${name}`, { headers: { Range } });
    const sent = await response.getBody().text();
    expect([response.getStatusCode(), response.getHeaderLine('Content-Range')]).toEqual([
      status,
      range,
    ]);
    if (status !== 416) expect(sent).toBe(body);
  });
});
