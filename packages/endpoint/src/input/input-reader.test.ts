import { describe, expect, it } from '@jest/globals';
import { type EndpointDescription, file, type Schema } from '@mortise/contract';
import { factories } from '@mortise/message/node';
import * as z from 'zod';
import { InputError } from '../input-error.js';
import { resolveSettings } from '../endpoint-options.js';
import { inputReader } from './input-reader.js';
import { mutableCopy } from './mutable-copy.js';

type Result = ReturnType<Schema['~standard']['validate']>;

/** A schema of no library. */
function schema(validate: (value: unknown) => Result): Schema {
  return { '~standard': { version: 1, vendor: 'none', validate } };
}

const request = factories
  .createServerRequest('POST', '/?a[b][]=1')
  .withQueryParams({ a: { b: ['1'] } })
  .withCookieParams({ a: '1' })
  .withHeader('A', '1');
const TEXTS = ['args', 'query', 'headers', 'cookies'] as const;

const read = (description: EndpointDescription<Schema>, from = request, args = {}) =>
  inputReader(description, resolveSettings({}))(from, args);

/** Writes into every list and map of a value. */
function overwrite(value: unknown): void {
  if (Array.isArray(value)) value.push('written');
  else if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(overwrite);
    Object.assign(value, { a: 'written' });
  }
}

describe('inputReader', () => {
  it('gives each schema of text a copy to write into, to any depth', () => {
    const writing = schema((value) => {
      overwrite(value);
      return { value };
    });
    const args = Object.freeze({ a: '1' });
    const input = read(Object.fromEntries(TEXTS.map((part) => [part, writing])), request, args);
    for (const part of TEXTS) {
      expect([part, (input as Record<string, unknown>)[part]]).toEqual([
        part,
        expect.objectContaining({ a: 'written' }),
      ]);
    }
    expect(args).toEqual({ a: '1' });
    expect(request.getQueryParams()).toEqual({ a: { b: ['1'] } });
    expect(request.getCookieParams()).toEqual({ a: '1' });
    expect(request.getHeaderLine('A')).toBe('1');
  });

  it('refuses what a schema refuses without a reason, sync and async', async () => {
    for (const result of [{ issues: [] }, Promise.resolve({ issues: [] })])
      await expect(async () => read({ query: schema(() => result) })).rejects.toMatchObject({
        violations: [{ in: 'query', pointer: '#', detail: 'invalid value' }],
      });
  });

  const numeral = z.enum(['1', '2']);
  it.each<[string, z.ZodType, readonly string[], unknown]>([
    ['lines', z.union([numeral, z.array(numeral)]), ['1', '2'], ['1', '2']],
    ['a joined line', z.union([numeral, z.array(numeral)]), ['1, 2'], ['1', '2']],
    [
      'a joined line, asynchronously',
      z.union([numeral, z.array(numeral)]).refine(() => Promise.resolve(true)),
      ['1, 2'],
      ['1', '2'],
    ],
    ['one value', z.union([numeral, z.array(numeral)]), ['1'], '1'],
    [
      'a line that the string accepts',
      z.union([z.string(), z.array(z.string())]),
      ['1, 2'],
      '1, 2',
    ],
  ])(
    'reads %s of a header as a string or a list, whichever its schema accepts',
    async (_what, schema, lines, value) => {
      const from = request.withHeader('X-T', [...lines]);
      const { headers } = await read({ headers: z.object({ 'x-t': schema }) as never }, from);
      expect(headers).toEqual({ 'x-t': value });
    },
  );

  it('reports a header as it was sent if its schema accepts neither the string nor the list', () => {
    const headers = z.object({
      'x-t': z.union([numeral, z.array(numeral)]),
      'x-u': z.enum(['1, 2']),
    });
    const from = request.withHeader('X-T', '1, 3').withHeader('X-U', '1, 3');
    expect(() => read({ headers }, from)).toThrow(
      expect.objectContaining({
        problem: {
          errors: [
            expect.objectContaining({ pointer: '#/x-t' }),
            expect.objectContaining({ pointer: '#/x-u' }),
          ],
        },
      }),
    );
  });

  it('captures no stack for invalid values, which clients send, and leaves later errors theirs', () => {
    const refusing = schema(() => ({ issues: [{ message: 'no' }] }));
    const failed = (): unknown => {
      try {
        return read({ args: refusing });
      } catch (error) {
        return error;
      }
    };
    expect(failed()).toMatchObject({
      code: 'INPUT_INVALID',
      stack: 'InputError: The request has 1 invalid value.',
    });
    expect(new Error('later').stack).toContain('input-reader.test');
  });

  it('gives the schema of a body the parsed body itself', () => {
    const parsed = Object.freeze({ a: 1 });
    const seen: unknown[] = [];
    const body = schema((value) => {
      seen.push(value);
      return { value };
    });
    const sent = request.withHeader('Content-Type', 'application/json').withParsedBody(parsed);
    expect(read({ body }, sent)).toEqual({ args: {}, body: parsed });
    expect(seen[0]).toBe(parsed);
  });

  it('checks the type of the body before anything else', () => {
    const asked: string[] = [];
    const query = schema((value) => (asked.push('query'), { value }));
    const sent = request.withHeader('Content-Type', 'text/plain');
    expect(() => read({ query, accepts: ['text/css'] }, sent)).toThrow(
      'The request body has the Content-Type',
    );
    expect(asked).toEqual([]);
  });

  it('reads files first, then the body, and the arguments last', () => {
    const asked: string[] = [];
    const noting = (part: string) => schema((value) => (asked.push(part), { value }));
    const description = {
      ...Object.fromEntries(TEXTS.map((part) => [part, noting(part)])),
      body: noting('body'),
      files: { f: file({ optional: true }) },
    };
    const typed = request.withHeader('Content-Type', 'multipart/form-data');
    const broken = factories.createUploadedFile(factories.createStream(), 0, 7);
    expect(() => read(description, typed.withUploadedFiles({ f: broken }))).toThrow('"f"');
    expect(asked).toEqual([]);
    read(description, typed.withParsedBody({}));
    expect(asked).toEqual(['body', 'cookies', 'headers', 'query', 'args']);
  });

  it.each([
    ['synchronous', (result: Result) => result],
    ['asynchronous', (result: Result) => Promise.resolve(result)],
  ])('lists the violations of every part, of %s schemas', async (_how, late) => {
    const refusing = schema(() => late({ issues: [{ message: 'one', path: ['x'] }] }));
    const plain = schema(() => late({ issues: [{ message: 'two' }] }));
    const description = {
      ...Object.fromEntries(TEXTS.map((part) => [part, refusing])),
      body: plain,
      files: { f: file() },
    };
    const sent = request.withHeader('Content-Type', 'multipart/form-data').withParsedBody({});
    const thrown: unknown = await (async () => read(description, sent))().catch(
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(InputError);
    expect((thrown as InputError).violations).toEqual([
      { in: 'path', pointer: '#/x', detail: 'one' },
      { in: 'query', pointer: '#/x', detail: 'one' },
      { in: 'header', pointer: '#/x', detail: 'one' },
      { in: 'cookie', pointer: '#/x', detail: 'one' },
      { in: 'body', pointer: '#', detail: 'two' },
      { in: 'file', pointer: '#/f', detail: 'The file is missing.' },
    ]);
  });

  it('has the values of the parts before and after an asynchronous one', async () => {
    const giving = (value: string) => schema(() => ({ value }));
    const headers = schema(async () => ({ value: await Promise.resolve('h') }));
    const description = { args: giving('a'), query: giving('q'), headers, cookies: giving('c') };
    expect(await read(description)).toEqual({ args: 'a', query: 'q', headers: 'h', cookies: 'c' });
  });

  it.each([
    ['application/x-www-form-urlencoded', 7],
    ['Multipart/Form-Data; boundary=x', 7],
    ['application/json', '7'],
  ])('converts the texts of a body of the type %s to %j', (type, expected) => {
    const make = inputReader(
      {
        body: schema((value) => ({ value })),
        accepts: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
      },
      resolveSettings({
        jsonSchema: () => ({ type: 'object', properties: { n: { type: 'integer' } } }),
      }),
    );
    const sent = request.withHeader('Content-Type', type).withParsedBody({ n: '7' });
    expect(make(sent, {})).toMatchObject({ body: { n: expected } });
  });
});

describe('mutableCopy', () => {
  it('copies lists and maps to any depth, and returns everything else', () => {
    const value = { list: [{ a: [1] }, null], text: 'x', none: null, absent: undefined };
    const copy = mutableCopy(value) as typeof value;
    expect(copy).toEqual(value);
    expect(copy).not.toBe(value);
    expect(copy.list).not.toBe(value.list);
    expect(copy.list[0]).not.toBe(value.list[0]);
    expect(copy.list[0]?.a).not.toBe(value.list[0]?.a);
  });

  it('makes maps that inherit nothing, so that no name is special', () => {
    const copy = mutableCopy(JSON.parse('{"__proto__":{"a":1}}')) as Record<string, unknown>;
    expect([Object.getPrototypeOf(copy), Object.keys(copy)]).toEqual([null, ['__proto__']]);
  });
});
