import { describe, expect, it } from '@jest/globals';
import { headersOf, isClientText, isErrorStatus, isOutage, memberOf, statusOf } from './index.js';
import { HTTP_ERROR, OUTAGE } from './symbols.js';

class OwnError extends Error {
  readonly status = 503;

  get [HTTP_ERROR](): true {
    return true;
  }
}

const foreign = (members: object): Error => Object.assign(new Error('x'), members);

it.each([[HTTP_ERROR, isClientText] as const, [OUTAGE, isOutage] as const])(
  'an error has the mark %p only if it is true',
  (mark, isMarked) => {
    const errors = [true, false, 'true', 1].map((value) => foreign({ [mark]: value }));
    expect(errors.map(isMarked)).toEqual([true, false, false, false]);
  },
);

describe('statusOf', () => {
  it.each([
    [{ status: 404 }, 404],
    [{ statusCode: 503 }, 503],
    [{ status: 404, statusCode: 503 }, 404],
    [{ status: 'failed', statusCode: 503 }, 503],
    [{ status: 400 }, 400],
    [{ status: 599 }, 599],
  ])('of %j is %d', (members, status) => {
    expect(statusOf(foreign(members))).toBe(status);
  });

  it.each([200, 399, 600, 404.5, '404', null, Number.NaN])(
    'does not accept %p as a status',
    (status) => {
      expect(statusOf(foreign({ status, statusCode: status }))).toBeNull();
    },
  );

  it.each([undefined, null, 'text', 7, new Error('x')])('of %p is null', (error) => {
    expect(statusOf(error)).toBeNull();
  });

  it('also reads thrown values that are not errors', () => {
    expect(statusOf({ status: 404 })).toBe(404);
  });
});

describe('isClientText', () => {
  it('checks the registered symbol, so that two copies of a package agree', () => {
    expect(isClientText(new OwnError())).toBe(true);
    expect(isClientText({ [Symbol.for('@mortise/http-error')]: true })).toBe(true);
    expect(isClientText(foreign({ status: 404 }))).toBe(false);
    expect(isClientText(null)).toBe(false);
  });
});

describe('isOutage', () => {
  it('checks the registered symbol, so that two copies of a package agree', () => {
    expect(isOutage({ [OUTAGE]: true })).toBe(true);
    expect(isOutage({ [Symbol.for('@mortise/outage')]: true })).toBe(true);
    expect([{ [OUTAGE]: 1 }, new OwnError(), null].map(isOutage)).toEqual([false, false, false]);
  });
});

describe('isErrorStatus', () => {
  it('is true for integers from 400 to 599', () => {
    expect([400, 499, 599].map(isErrorStatus)).toEqual([true, true, true]);
    expect([399, 600, 404.5, '404', null, undefined].filter(isErrorStatus)).toEqual([]);
  });
});

describe('memberOf', () => {
  it('is a member of any value, including an inherited one', () => {
    expect([memberOf({ a: 1 }, 'a'), memberOf('text', 'length'), memberOf(7, 'toFixed')]).toEqual([
      1,
      4,
      expect.any(Function),
    ]);
    expect([memberOf(null, 'a'), memberOf(undefined, 'a'), memberOf({}, 'a')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('an error whose members throw', () => {
  const thrower = new Proxy(new Error('x'), {
    get() {
      throw new Error('not to be read');
    },
  });

  it('has no status, no headers and no text for clients', () => {
    expect(statusOf(thrower)).toBeNull();
    expect(headersOf(thrower)).toEqual([]);
    expect(isClientText(thrower)).toBe(false);
  });

  it('has its status if only its headers cannot be read', () => {
    const error = {
      status: 404,
      headers: {
        get a() {
          throw new Error('not to be read');
        },
      },
    };
    expect([statusOf(error), headersOf(error)]).toEqual([404, []]);
  });
});
