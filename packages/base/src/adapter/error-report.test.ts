import { describe, expect, it } from '@jest/globals';
import { errorReport } from './index.js';

const request = { method: 'GET', target: '/books/7?x=1' };

describe('errorReport', () => {
  it('begins with method and target, and contains the whole stack', () => {
    const error = new Error('boom');
    const report = errorReport(error, request);
    expect(report.split('\n')[0]).toBe('GET /books/7?\u2026 failed: Error: boom');
    expect(report.split('\n').length).toBe(error.stack?.split('\n').length);
    expect(report).toContain('error-report.test');
  });

  it('begins with "request" for an error without a request', () => {
    expect(errorReport(new Error('x'), { method: null, target: null })).toMatch(
      /^request failed: Error: x\n/,
    );
  });

  it('reports what was thrown, even if the members of the error throw', () => {
    const thrower = new Proxy(new Error('x'), {
      get() {
        throw new Error('not to be read');
      },
    });
    expect(errorReport(thrower, request)).toBe('GET /books/7?\u2026 failed: object was thrown');
  });

  it('contains the causes and the errors of an AggregateError, each with its stack', () => {
    const parts = [new Error('first'), new TypeError('second')];
    const error = new AggregateError(parts, 'all', { cause: new RangeError('why') });
    const report = errorReport(error, request);
    expect(report.match(/\n {4}(?:- |caused by )\w+: \w+/g)).toEqual([
      '\n    - Error: first',
      '\n    - TypeError: second',
      '\n    caused by RangeError: why',
    ]);
  });

  it('begins with the only error of an AggregateError', () => {
    const report = errorReport(new AggregateError([new TypeError('why')], 'cleanups'), request);
    expect(report).toMatch(/ failed: TypeError: why\n/);
    expect(report).toMatch(/\n {4}in AggregateError: cleanups$/);
  });

  it('contains the cause of a part, and a cause that is null', () => {
    const parts = [new Error('part', { cause: null }), new Error('other')];
    const report = errorReport(new AggregateError(parts, 'all'), request);
    expect(report.match(/\n {4}(?:- Error: part|caused by )[^\n]*/g)).toEqual([
      '\n    - Error: part',
      '\n    caused by null was thrown',
    ]);
  });

  it('ends for an error that is its own cause', () => {
    const error = new Error('round');
    error.cause = error;
    expect(errorReport(error, request).match(/caused by/g)).toHaveLength(5);
  });

  it.each([
    ['a', 'a'],
    [undefined, 'undefined'],
    [null, 'null'],
    [{ status: 503 }, '[object Object]'],
    [Object.create(null), 'object'],
    [Symbol('s'), 'Symbol(s)'],
  ])('names %p, which is not an error', (value, text) => {
    expect(errorReport(value, request)).toBe(`GET /books/7?\u2026 failed: ${text} was thrown`);
  });

  it('escapes line ends and control characters of terminals', () => {
    const target = '/\u001b[2J\u009b\u2028';
    const error = new Error('x\r\nGET / failed: forged\n    at fake');
    const report = errorReport(error, { method: 'GET', target });
    expect(report.split('\n')[0]).toBe('GET /\\u001b[2J\\u009b\\u2028 failed: Error: x\\u000d');
    for (const line of report.split('\n').slice(1)) expect(line).toMatch(/^ {4}\S/);
  });

  it.each([
    [500, '/'.repeat(500)],
    [501, `${'/'.repeat(500)}…`],
  ])('shows 500 characters of a target of %d characters', (length, shown) => {
    const report = errorReport('x', { method: 'GET', target: '/'.repeat(length) });
    expect(report).toBe(`GET ${shown} failed: x was thrown`);
  });
});
