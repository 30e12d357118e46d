import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import { type AppError, createApp, errorFacts, HttpError, httpError } from '../index.js';

const cycle: { self?: object } = {};
cycle.self = cycle;

describe('httpError', () => {
  it('takes title, code and message from the status unless they are given', () => {
    const { title, code, message, detail } = httpError(404);
    expect({ title, code, message, detail }).toEqual({
      title: '404 Not Found',
      code: 'HTTP_404',
      message: '404 Not Found',
      detail: '',
    });
  });

  it('keeps its detail as the message for the log, and its cause', () => {
    const cause = new Error('inner');
    const error = httpError(503, 'The store is closed.', { cause });
    expect([error.message, error.cause]).toEqual(['The store is closed.', cause]);
    expect(error.stack).toContain('HttpError: The store is closed.');
  });

  it('is an HttpError by its brand, and a subclass by its prototype', () => {
    class SoldOut extends HttpError {}
    expect(httpError(404)).toBeInstanceOf(HttpError);
    expect({ [Symbol.for('@mortise/app/HttpError')]: true } instanceof HttpError).toBe(true);
    expect(new SoldOut(409)).toBeInstanceOf(HttpError);
    expect(httpError(409) instanceof SoldOut).toBe(false);
  });

  it.each([
    ['detials', { detials: 'x' }],
    ['title', { title: 7 }],
    ['headers', { headers: null }],
    ['headers', { headers: new Map([['Retry-After', '7']]) }],
    ['headers', { headers: { 'Retry-After': 7 } }],
    ['headers', { headers: { 'Retry-After': undefined } }],
    ['headers', { headers: { Vary: ['Accept', null] } }],
    ['headers', { headers: [['Retry-After', 7]] }],
    ['headers', { headers: { 'a b': 'c' } }],
    ['headers', { headers: { '': 'c' } }],
    ['headers', { headers: { 'X-A': 'b\nc' } }],
    ['headers', { headers: { 'X-A': ['b', '\u0100'] } }],
    ['problem', { problem: 'x' }],
  ])('refuses %s of %j', (option, options) => {
    expect(() => httpError(404, '', options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `httpError.${option}` }),
    );
  });

  it.each([{ code: 'BOOK_UNKNOWN' }, null, 7])(
    'refuses %j for the detail, which clients read',
    (detail) => {
      expect(() => httpError(404, detail as never)).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID', option: 'httpError.detail' }),
      );
    },
  );

  it.each([200, 399, 600, 404.5, Number.NaN])('refuses the status %d', (status) => {
    expect(codeOf(() => httpError(status))).toBe('STATUS_INVALID');
  });

  it.each([[], [404]])('names the order of the arguments after text as the status', (...rest) => {
    expect(() => httpError('No such book.' as never, ...(rest as never[]))).toThrow(
      'invalid error status "No such book.": expected an integer from 400 to 599; write httpError(404, text)',
    );
  });

  it.each(['status', 'title', 'detail', 'code'])('refuses the problem member %s', (name) => {
    expect(codeOf(() => httpError(404, '', { problem: { [name]: 1 } }))).toBe(
      'PROBLEM_MEMBER_RESERVED',
    );
  });

  it.each<[string, object, string, string]>([
    [
      'a BigInt',
      { book: { id: 7n } },
      'httpError.problem.book.id',
      'received a BigInt; expected a number or a string',
    ],
    [
      'a cycle',
      cycle,
      'httpError.problem.self',
      'received an object that contains itself; expected data without cycles',
    ],
  ])('names the member of a problem that JSON cannot have: %s', (_what, problem, option, text) => {
    const make = () => httpError(404, '', { problem: problem as never });
    expect(make).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        option,
        message: `invalid ${option}: ${text}`,
      }),
    );
  });

  it('accepts a problem whose prototype has a reserved member, which is not sent', () => {
    const problem = Object.assign(Object.create({ status: 1 }) as object, { book: 7 });
    expect(errorFacts(httpError(404, '', { problem })).problem).toEqual({ book: 7 });
  });

  function codeOf(make: () => unknown): unknown {
    try {
      return make();
    } catch (error) {
      return (error as AppError).code;
    }
  }
});

describe.each(implementations)('httpError on %s', (_implementation, factories) => {
  const { get } = requestsOf(factories);

  it.each([404, 500, 503])('shows its detail at status %d in every format', async (status) => {
    const app = failing(() => httpError(status, 'There is no book 7.'));
    for (const Accept of [
      'application/json',
      'application/problem+json',
      'application/xml',
      'text/html',
      'text/plain',
    ]) {
      const response = await app.handle(get('/', { Accept }));
      expect(response.getStatusCode()).toBe(status);
      expect(await response.getBody().text()).toContain('There is no book 7.');
    }
  });

  it('is a problem with the given members and headers', async () => {
    const problem = { type: 'https://library.test/unknown', book: 7 };
    const headers = { 'Retry-After': '7', Link: ['</a>', '</b>'] };
    const app = failing(() =>
      httpError(404, 'No book 7.', {
        code: 'BOOK_UNKNOWN',
        title: 'No such book',
        problem,
        headers,
      }),
    );
    const response = await app.handle(get('/', { Accept: 'application/problem+json' }));
    expect(response.getHeader('Link')).toEqual(['</a>', '</b>']);
    expect(JSON.parse(await response.getBody().text())).toEqual({
      type: 'https://library.test/unknown',
      book: 7,
      title: 'No such book',
      status: 404,
      detail: 'No book 7.',
      code: 'BOOK_UNKNOWN',
    });
  });

  it('has the same members for a client that accepts JSON', async () => {
    const app = failing(() => httpError(404, 'No book 7.', { problem: { book: 7 } }));
    const response = await app.handle(get('/', { Accept: 'application/json' }));
    expect(response.getHeaderLine('Content-Type')).toBe('application/json');
    expect(JSON.parse(await response.getBody().text())).toEqual({
      book: 7,
      title: 'Not Found',
      status: 404,
      detail: 'No book 7.',
    });
  });

  it("is Slim's JSON with the given members under addErrorMiddleware", async () => {
    const app = failing(() => httpError(404, 'No book 7.', { problem: { book: 7, message: 'x' } }));
    app.addErrorMiddleware(false, false, false);
    const response = await app.handle(get('/', { Accept: 'application/json' }));
    expect(JSON.parse(await response.getBody().text())).toEqual({
      book: 7,
      message: '404 Not Found',
      description: 'No book 7.',
    });
  });

  it.each([
    [404, 'info'],
    [503, 'error'],
  ])('with status %d is logged as %s', async (status, level) => {
    const levels: string[] = [];
    const logger = {
      error: () => void levels.push('error'),
      info: () => void levels.push('info'),
    };
    await failing(() => httpError(status), logger).handle(get('/'));
    expect(levels).toEqual([level]);
  });

  function failing(make: () => Error, logger = { error: () => undefined, info: () => undefined }) {
    const app = createApp({ factories, logger });
    app.get('/', () => {
      throw make();
    });
    return app;
  }
});

describe('errorFacts', () => {
  it('shows the message of a marked error only below 500, and its code at every status', () => {
    const branded = (status: number) => ({
      [Symbol.for('@mortise/http-error')]: true,
      status,
      code: 'STORE_CLOSED',
      message: 'shelf 7',
    });
    expect(errorFacts(branded(409))).toMatchObject({ code: 'STORE_CLOSED', detail: 'shelf 7' });
    expect(errorFacts(branded(503))).toMatchObject({ code: 'STORE_CLOSED', detail: '' });
  });

  it('ignores members of a problem that would replace those of the error', () => {
    const branded = {
      [Symbol.for('@mortise/http-error')]: true,
      status: 422,
      message: 'x',
      problem: { status: 1, title: 'a', detail: 'b', code: 'C', errors: [] },
    };
    expect(errorFacts(branded)).toMatchObject({ status: 422, code: null, detail: 'x' });
    expect(errorFacts(branded).problem).toEqual({ errors: [] });
  });
});
