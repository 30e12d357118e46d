import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { errorFacts, httpError, HttpException, isError, isHttpError } from '../index.js';

const request = factories.createServerRequest('GET', '/');
const marked = (members: object): object => ({
  [Symbol.for('@mortise/http-error')]: true,
  ...members,
});
const UNKNOWN = {
  title: 'Application Error',
  description: 'A website error has occurred. Sorry for the temporary inconvenience.',
};

describe('errorFacts', () => {
  it.each<[string, unknown]>([
    ['an error', new Error('secret')],
    ['a text', 'secret'],
    ['null', null],
    ['an object whose status is not from 400 to 599', { status: 200, headers: { 'X-A': 'b' } }],
  ])('of %s are those of an unknown server error', (_what, error) => {
    expect(errorFacts(error)).toEqual({
      ...UNKNOWN,
      ...{ status: 500, code: null, detail: '', problem: {}, headers: [] },
    });
    const own = { title: 'Oh', description: 'no' };
    expect(errorFacts(error, own)).toMatchObject(own);
  });

  it('of an HttpException are its title, description, headers and problem, without a code', () => {
    const error = new HttpException(request, 'for the log', 409).setTitle('T').setDescription('D');
    error.headers = { 'X-A': ['b', 'c'] };
    error.problem = { book: 7, status: 1, code: 'X' };
    expect(errorFacts(error)).toEqual({
      status: 409,
      code: null,
      title: 'T',
      description: 'D',
      detail: '',
      problem: { book: 7 },
      headers: [
        ['X-A', 'b'],
        ['X-A', 'c'],
      ],
    });
  });

  it.each<[string, object, object]>([
    ['an own title', { title: 'T' }, { title: 'T' }],
    ['a title that is not text', { title: 7 }, { title: '409 Conflict' }],
    ['no title', {}, { title: '409 Conflict' }],
    ['an own code', { code: 'TAKEN' }, { code: 'TAKEN' }],
    ['the code of its status', { code: 'HTTP_409' }, { code: null }],
    ['the code of another status', { code: 'HTTP_408' }, { code: 'HTTP_408' }],
    ['a code that is not text', { code: 7 }, { code: null }],
    ['a detail', { detail: 'D', message: 'M' }, { detail: 'D', description: 'D' }],
    ['an empty detail', { detail: '', message: 'M' }, { detail: '', description: '' }],
    ['a detail that is not text', { detail: 7, message: 'M' }, { detail: 'M', description: 'M' }],
    ['a message that is not text', { message: 7 }, { detail: '', description: '' }],
    ['a problem', { problem: { a: 1 } }, { problem: { a: 1 } }],
    ['a problem that is not an object', { problem: 'abc' }, { problem: {} }],
    ['null as problem', { problem: null }, { problem: {} }],
  ])('of a marked client error with %s', (_what, members, facts) => {
    expect(errorFacts(marked({ status: 409, ...members }))).toMatchObject({
      status: 409,
      ...facts,
    });
  });

  it('of a marked server error have the description of an unknown one if it has no detail', () => {
    expect(errorFacts(marked({ status: 500, message: 'secret' }))).toMatchObject({
      title: '500 Internal Server Error',
      description: UNKNOWN.description,
      detail: '',
    });
    expect(errorFacts(httpError(500, 'shown')).description).toBe('shown');
    expect(errorFacts(httpError(499)).description).toBe('');
    expect(errorFacts(httpError(503), { title: 'T', description: 'D' })).toMatchObject({
      title: '503 Service Unavailable',
      description: 'D',
    });
  });

  it('of an error that is not marked have its text only under `expose: true`', () => {
    const error = { status: 499, message: 'M', code: 'C', detail: 'D', title: 'T' };
    const hidden = { code: null, title: '499', detail: '', description: '' };
    expect(errorFacts(error)).toMatchObject(hidden);
    expect(errorFacts({ ...error, expose: 1 })).toMatchObject(hidden);
    expect(errorFacts({ ...error, expose: true })).toMatchObject({
      ...{ code: 'C', title: '499', detail: 'M', description: 'M' },
    });
    expect(errorFacts({ ...error, status: 500, expose: true })).toMatchObject({
      ...{ code: null, detail: '', description: UNKNOWN.description },
    });
  });

  it.each(['abc', null, 7, undefined])('have no problem members from %p', (problem) => {
    expect(errorFacts(marked({ status: 409, problem }))).toHaveProperty('problem', {});
  });

  it.each(['status', 'title', 'detail', 'code'])('have no problem member %s', (name) => {
    const { problem } = errorFacts(marked({ status: 409, problem: { [name]: 1, other: 2 } }));
    expect(problem).toEqual({ other: 2 });
  });
});

describe('isError', () => {
  it.each<[string, unknown, boolean]>([
    ['an error', new TypeError('x'), true],
    ['an error of another realm', runInNewContext('new TypeError("x")'), true],
    ['an error with its own tag', Object.assign(new Error(), { [Symbol.toStringTag]: 'X' }), true],
    ['an object like an error', { name: 'Error', message: 'x' }, false],
    ['a text', 'Error: x', false],
    ['null', null, false],
  ])('of %s', (_what, value, answer) => {
    expect(isError(value)).toBe(answer);
  });
});

describe('isHttpError', () => {
  it.each<[string, unknown, boolean]>([
    ['httpError', httpError(404), true],
    ['an HttpException', new HttpException(request), true],
    ['an error with statusCode', Object.assign(new Error('x'), { statusCode: 400 }), true],
    ['an error without a status', new Error('x'), false],
    [
      'an error whose status is not from 400 to 599',
      Object.assign(new Error('x'), { status: 302 }),
      false,
    ],
    ['an object with a status', { status: 404 }, false],
    ['undefined', undefined, false],
  ])('of %s', (_what, value, answer) => {
    expect(isHttpError(value)).toBe(answer);
  });
});
