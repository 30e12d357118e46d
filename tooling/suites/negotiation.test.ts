import { describe, expect, it } from '@jest/globals';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import { nodeImplementations } from '../testing/implementations.js';

const TEXT = 'text/plain; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';
const XML = 'application/xml';

/** A rule of RFC 9110 12.5.1; Accept; the type of an error page. */
const rows: readonly (readonly [string, string, string])[] = [
  ['one type', 'application/json', JSON_TYPE],
  ['a type in another case', 'Application/JSON', JSON_TYPE],
  ['any type', '*/*', TEXT],
  ['the higher weight', 'text/html;q=0.5, application/json;q=0.8', JSON_TYPE],
  ['no weight is 1', 'text/html;q=0.9, application/json', JSON_TYPE],
  ['spaces around a weight', 'text/html ; q=0.9 , application/xml ; q=1', XML],
  ['a weight with three digits', 'text/html;q=0.998, application/json;q=0.999', JSON_TYPE],
  ['weight 0 refuses a type', 'application/json;q=0, text/html;q=0.1', HTML],
  ['a type wins over a range of its weight', 'text/*, text/html', HTML],
  [
    'a specific type overrides the weight of its range',
    'text/*;q=0.1, text/html;q=0.9, application/xml;q=0.5',
    HTML,
  ],
  ['an unknown type is skipped', 'image/png, application/json;q=0.1', JSON_TYPE],
  ['only unknown types', 'image/png', TEXT],
  [
    'the headers of a browser',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    HTML,
  ],
  ['empty members', ', application/json ,', JSON_TYPE],
  ['a name without a slash is skipped', 'json, application/xml;q=0.5', XML],
  ['problem details', 'application/problem+json', 'application/problem+json'],
];

describe.each(nodeImplementations)(
  'the type of an error by Accept, with %s',
  (_name, factories) => {
    it.each(rows)('%s: %j', async (_rule, Accept, type) => {
      const response = await inProcess(createApp({ factories })).get('/', { headers: { Accept } });
      expect([response.getStatusCode(), response.getHeaderLine('Content-Type')]).toEqual([
        404,
        type,
      ]);
    });
  },
);
