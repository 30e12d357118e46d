import { describe, expect, it } from '@jest/globals';
import { httpCache, withEtag, withLastModified } from '@mortise/http-cache';
import { createApp, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { nodeImplementations } from '../testing/implementations.js';

const MODIFIED = 'Sat, 01 Jan 2022 12:00:00 GMT';
const LATER = 'Sat, 01 Jan 2022 12:00:01 GMT';
const EARLIER = 'Sat, 01 Jan 2022 11:59:59 GMT';

/** A rule of RFC 9110 13; the headers of a GET; the status for the tag `"7"` and the date above. */
const rows: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
  ['no condition', {}, 200],
  ['the tag', { 'If-None-Match': '"7"' }, 304],
  ['the tag, weak: the comparison is weak', { 'If-None-Match': 'W/"7"' }, 304],
  ['another tag', { 'If-None-Match': '"8"' }, 200],
  ['the tag in another case of the weak sign is malformed', { 'If-None-Match': 'w/"7"' }, 200],
  ['the tag without quotes is malformed', { 'If-None-Match': '7' }, 200],
  ['any tag', { 'If-None-Match': '*' }, 304],
  ['a list with the tag, first', { 'If-None-Match': '"7", "8"' }, 304],
  ['a list with the tag, last, without spaces', { 'If-None-Match': '"6","8","7"' }, 304],
  ['a list without the tag', { 'If-None-Match': '"6", "8"' }, 200],
  ['a list with empty members', { 'If-None-Match': ', "7" ,' }, 304],
  ['a tag that contains a comma is one tag', { 'If-None-Match': '"6,7"' }, 200],
  ['the date', { 'If-Modified-Since': MODIFIED }, 304],
  ['a later date', { 'If-Modified-Since': LATER }, 304],
  ['an earlier date', { 'If-Modified-Since': EARLIER }, 200],
  [
    'a date in the format of RFC 850',
    { 'If-Modified-Since': 'Saturday, 01-Jan-22 12:00:00 GMT' },
    304,
  ],
  ['a date in the format of asctime', { 'If-Modified-Since': 'Sat Jan  1 12:00:00 2022' }, 304],
  ['text that is not a date', { 'If-Modified-Since': 'yesterday' }, 200],
  ['a date of ISO 8601 is not one of HTTP', { 'If-Modified-Since': '2022-01-01T12:00:00Z' }, 200],
  ['another tag wins over the date', { 'If-None-Match': '"8"', 'If-Modified-Since': LATER }, 200],
  [
    'the tag wins over an earlier date',
    { 'If-None-Match': '"7"', 'If-Modified-Since': EARLIER },
    304,
  ],
];

describe.each(nodeImplementations)('a conditional GET, with %s', (_name, factories) => {
  it.each(rows)('%s: %j is %d', async (_rule, headers, status) => {
    const app = createApp({ factories });
    app.get('/', (_request, response) =>
      text(withLastModified(withEtag(response, '7'), new Date(MODIFIED)), 'body'),
    );
    app.add(httpCache({ factories }));
    const response = await inProcess(app).get('/', { headers });
    expect([response.getStatusCode(), response.getHeaderLine('ETag')]).toEqual([status, '"7"']);
    expect(await response.getBody().text()).toBe(status === 200 ? 'body' : '');
  });
});
