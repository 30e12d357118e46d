import { describe, expect, it } from '@jest/globals';
import type { EndpointDescription } from '@mortise/contract';
import * as z from 'zod';
import { resultOf } from './call-result.js';

const responses: NonNullable<EndpointDescription['responses']> = {
  200: z.unknown(),
  201: { schema: z.unknown(), type: 'application/json' },
  202: { type: 'text/csv' },
  203: { type: 'image/png' },
  204: null,
  205: { text: 'Done.' },
  409: { schema: z.unknown(), type: 'application/problem+json' },
};

/** Reads a response; a type of `null` stands for no header. */
async function resultFor(status: number, type: string | null, text: string) {
  const bytes = new TextEncoder().encode(text);
  const header = (name: string) => (name === 'Content-Type' ? type : null);
  const response = { status, header, bytes: () => Promise.resolve(bytes) };
  const { header: read, ...result } = await resultOf('GET /', { responses }, response);
  expect(read('Content-Type')).toBe(type);
  return result;
}

const PROBLEM = 'application/problem+json';

describe('resultOf', () => {
  it.each<[number, string | null, string, unknown]>([
    [200, 'application/json', '[1]', [1]],
    [200, 'application/a+json', '[1]', [1]],
    [200, ' APPLICATION/JSON ; a=b', '[1]', [1]],
    [201, 'application/json', '[1]', [1]],
    [202, 'text/csv', 'é', 'é'],
    [202, 'text/plain', 'a', 'a'],
    [202, null, 'a', 'a'],
    [203, 'image/png', 'a', new Uint8Array([97])],
    [203, 'text/plain', 'a', new Uint8Array([97])],
    [203, 'application/problem+xml', 'a', new Uint8Array([97])],
    [204, 'text/plain', '', null],
    [204, PROBLEM, '', null],
    [205, null, '', null],
    [409, PROBLEM, '{"a":1}', { a: 1 }],
  ])('reads the described status %i with the type %j', async (status, type, text, body) => {
    expect(await resultFor(status, type, text)).toEqual({ described: true, status, body });
  });

  it.each<[number, string | null, string, unknown]>([
    [200, 'text/html', '[1]', null],
    [205, 'text/plain', 'a', null],
    [200, 'text/json', '[1]', null],
    [404, 'application/problem+xml', '{"a":1}', null],
    [200, 'application/json-seq', '[1]', null],
    [200, 'application/a+json-seq', '[1]', null],
    [200, null, '[1]', null],
    [200, PROBLEM, '{"a":1}', { title: '200', status: 200, a: 1 }],
    [202, PROBLEM, '{"a":1}', { title: '202', status: 202, a: 1 }],
    [203, PROBLEM, '{"a":1}', { title: '203', status: 203, a: 1 }],
    [
      404,
      'Application/Problem+JSON; charset=utf-8',
      '{"a":1}',
      { title: '404', status: 404, a: 1 },
    ],
    [404, 'application/json', '{"a":1}', null],
    [404, PROBLEM, '{', null],
    [404, PROBLEM, '7', null],
    [404, PROBLEM, '[1]', null],
    [404, PROBLEM, 'null', null],
    // RFC 9457 3.1: members of another type are ignored; the types promise a title and a status.
    [
      404,
      PROBLEM,
      '{"type":1,"title":{},"status":"410","detail":[],"instance":0,"code":7,"errors":{},"toString":1}',
      { title: '404', status: 404, toString: 1 },
    ],
    [408, PROBLEM, '{"title":"T","status":410}', { title: 'T', status: 410 }],
  ])(
    'treats the status %i with the type %j as not described',
    async (status, type, text, problem) => {
      expect(await resultFor(status, type, text)).toEqual({ described: false, status, problem });
    },
  );

  it('fails for JSON that is not UTF-8, instead of reading another text', async () => {
    const response = {
      status: 200,
      header: () => 'application/json; charset=iso-8859-1',
      bytes: () => Promise.resolve(Uint8Array.of(0x22, 0xe9, 0x22)),
    };
    await expect(resultOf('GET /', { responses }, response)).rejects.toMatchObject({
      code: 'RESPONSE_UNREADABLE',
    });
  });

  it('treats every status as not described if a description has no responses', async () => {
    const response = {
      status: 200,
      header: () => 'application/json',
      bytes: () => Promise.resolve(new Uint8Array()),
    };
    expect(await resultOf('GET /', {}, response)).toMatchObject({
      described: false,
      problem: null,
    });
  });
});
