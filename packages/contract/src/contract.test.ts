import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { HTTP_ERROR } from '@mortise/base';
import { Router } from '@mortise/router';
import { type as ark } from 'arktype';
import * as v from 'valibot';
import * as z from 'zod';
import * as contractPackage from './index.js';
import {
  acceptedTypes,
  defineProblem,
  file,
  files,
  InvalidProblemError,
  isOperation,
  isSchema,
  operation,
} from './index.js';
import { unhandledRejectionsOf } from '../../../tooling/testing/unhandled-rejections.js';

describe('file and files', () => {
  it('create rules with media types in lower case', () => {
    expect(file({ types: ['Image/PNG', 'text/*'], maxBytes: 1 })).toEqual({
      kind: 'file',
      optional: false,
      maxBytes: 1,
      types: ['image/png', 'text/*'],
      max: null,
    });
    expect(files({ optional: true, max: 1 })).toMatchObject({
      kind: 'files',
      optional: true,
      max: 1,
    });
  });

  it.each<[string, object]>([
    ['unknown option files.maxbytes; expected files.maxBytes', { maxbytes: 1 }],
    ['invalid files.maxBytes: received 0; expected an integer of at least 1', { maxBytes: 0 }],
    ['invalid files.maxBytes: received 1.5', { maxBytes: 1.5 }],
    ['invalid files.types[0]: received "png"', { types: ['png'] }],
    ['invalid files.types[0]: received "*/*"', { types: ['*/*'] }],
    ['invalid files.types[0]: received " image/png"', { types: [' image/png'] }],
    ['invalid files.types[0]: received "image/png;q=1"', { types: ['image/png;q=1'] }],
    ['invalid files.types[0]: received "image/p g"', { types: ['image/p g'] }],
    ['invalid files.types[0]: received "/png"', { types: ['/png'] }],
    ['invalid files.types[0]: received "image/"', { types: ['image/'] }],
  ])('refuse options: %s', (message, options) => {
    expect(() => file(options as never)).toThrow(OptionError);
    expect(() => files(options)).toThrow(message);
  });

  it.each([[[]], [['a/*']], [['application/vnd.a-b+json', 'x!#$&^_./y!#$&^_.+-9']]])(
    'accept the types %j',
    (types) => {
      expect(files({ types })).toMatchObject({ types });
    },
  );

  it('have no limits by default', () => {
    const unlimited = { optional: false, maxBytes: null, types: null, max: null };
    expect([file(), files()]).toEqual([
      { kind: 'file', ...unlimited },
      { kind: 'files', ...unlimited },
    ]);
  });

  it('accept max only for several files', () => {
    expect(() => files({ max: 0 })).toThrow('invalid files.max: received 0');
    expect(() => file({ max: 1 } as never)).toThrow('unknown option file.max; expected one of');
  });
});

describe('defineProblem', () => {
  const OutOfStock = defineProblem({
    type: 'https://a.test/out-of-stock',
    title: 'Out of Stock',
    status: 409,
    code: 'OUT_OF_STOCK',
    schema: z.object({ left: z.int(), at: z.string().default('here') }),
  });

  it('creates errors that an application responds with', () => {
    const error = new OutOfStock('Two are left.', { left: 2 });
    expect(error).toBeInstanceOf(Error);
    expect({
      ...error,
      message: error.message,
      marked: (error as never)[HTTP_ERROR],
    }).toMatchObject({
      status: 409,
      code: 'OUT_OF_STOCK',
      title: 'Out of Stock',
      detail: 'Two are left.',
      message: 'Two are left.',
      problem: { type: 'https://a.test/out-of-stock', left: 2, at: 'here' },
      marked: true,
    });
  });

  it('has its own type, even if the schema has a member with that name', () => {
    const schema = z.object({ type: z.string() });
    const options = { title: 'Gone', status: 410, code: 'GONE', schema };
    const Gone = defineProblem({ ...options, type: 'https://a.test/gone' });
    expect(new Gone('x', { type: 'other' }).problem).toEqual({ type: 'https://a.test/gone' });
  });

  it('refuses an asynchronous schema, and leaves no rejection of it', async () => {
    const validate = () => Promise.reject(new Error('offline'));
    const schema = { '~standard': { version: 1 as const, vendor: 'x', validate } };
    const Late = defineProblem({ title: 'Late', status: 409, code: 'LATE', schema } as never);
    const rejections = await unhandledRejectionsOf(() => {
      expect(() => new (Late as unknown as new (detail: string) => Error)('x')).toThrow(
        'the schema is asynchronous',
      );
    });
    expect(rejections).toEqual([]);
  });

  it('has no additional members without a schema', () => {
    const Gone = defineProblem({ title: 'Gone', status: 410, code: 'GONE' });
    expect(new Gone('x').problem).toStrictEqual({});
  });

  it.each<[string, object]>([
    ['OUT_OF_STOCK: Invalid input', { left: 'x' }],
    ['OUT_OF_STOCK: Invalid input', {}],
  ])('refuses members: %s', (message, members) => {
    expect(() => new OutOfStock('x', members as never)).toThrow(
      `invalid members of the problem ${message}`,
    );
  });

  it.each(['title', 'status', 'detail', 'code'])(
    'refuses the member %j, which its own would replace',
    (name) => {
      const schema = z.looseObject({});
      const Gone = defineProblem({ title: 'Gone', status: 410, code: 'GONE', schema });
      expect(() => new Gone('x', { [name]: 'y' })).toThrow(
        `invalid members of the problem GONE: the problem sets "${name}" itself`,
      );
    },
  );

  it('names a member that JSON cannot have, which the schema accepts', () => {
    const schema = z.object({ book: z.object({ id: z.bigint() }) });
    const Gone = defineProblem({ title: 'Gone', status: 410, code: 'GONE', schema });
    expect(() => new Gone('x', { book: { id: 7n } })).toThrow(
      expect.objectContaining({
        code: 'PROBLEM_INVALID',
        message: expect.stringContaining(
          'GONE: the member book cannot be written as JSON',
        ) as unknown,
      }),
    );
  });

  it('names every issue of refused members in the error', () => {
    const schema = v.object({ left: v.number('no left'), at: v.string('no at') });
    const Gone = defineProblem({ title: 'Gone', status: 410, code: 'GONE', schema });
    const create = () => new Gone('x', { left: 'x', at: 1 } as never);
    expect(create).toThrow(InvalidProblemError);
    expect(create).toThrow(
      expect.objectContaining({
        name: 'InvalidProblemError',
        code: 'PROBLEM_INVALID',
        message: expect.stringContaining('GONE: no left; no at; pass') as unknown,
      }),
    );
  });

  it('creates errors with the name Problem', () => {
    expect(new OutOfStock('x', { left: 1 })).toHaveProperty('name', 'Problem');
  });

  it.each(['xGONE', 'GONE-', '1GONE', '_GONE', 'GOnE', ''])('refuses the code %j', (code) => {
    expect(() => defineProblem({ title: 'Gone', status: 410, code })).toThrow(
      expect.objectContaining({ name: 'OptionError', code: 'OPTION_INVALID' }),
    );
  });

  it.each([
    { status: 400, code: 'A' },
    { status: 599, code: 'A1_B2_' },
  ])('accepts the options %j, which the class and its errors have', (own) => {
    const options = { title: 'T', ...own };
    const Made = defineProblem(options);
    expect(Made.options).toBe(options);
    expect(new Made('x')).toMatchObject({ ...options, detail: 'x' });
    expect([Made.is({ code: own.code }), Made.is(undefined)]).toEqual([true, false]);
  });

  it('refuses an asynchronous schema when an error is made', () => {
    const schema = v.pipeAsync(
      v.object({}),
      v.checkAsync(() => Promise.resolve(true)),
    );
    const Slow = defineProblem({ title: 'Slow', status: 409, code: 'SLOW', schema });
    expect(() => new Slow('x', {})).toThrow('the schema is asynchronous');
  });

  it('distinguishes received problems by their code', () => {
    expect(
      [{ code: 'OUT_OF_STOCK' }, { code: 'GONE' }, null, 'x'].map((each) => OutOfStock.is(each)),
    ).toEqual([true, false, false, false]);
  });

  it.each<[string, object]>([
    [
      'invalid defineProblem.status: received 399; expected an integer from 400 to 599',
      { status: 399 },
    ],
    ['invalid defineProblem.status: received 600', { status: 600 }],
    ['invalid defineProblem.code: received "gone"', { code: 'gone' }],
    ['invalid defineProblem.title: received ""', { title: '' }],
    ['invalid defineProblem.schema: received an object', { schema: {} }],
    ['unknown option defineProblem.detail; expected one of', { detail: 'x' }],
  ])('refuses options: %s', (message, options) => {
    const whole = { title: 'Gone', status: 410, code: 'GONE', ...options };
    expect(() => defineProblem(whole)).toThrow(message);
  });
});

it.each([
  [{}, []],
  [{ body: z.object({}) }, ['application/json']],
  [{ files: { a: file() } }, ['multipart/form-data']],
  [{ files: { a: file() }, body: z.object({}) }, ['multipart/form-data']],
  [{ files: { a: file() }, accepts: ['text/plain'] }, ['text/plain']],
  [{ body: z.object({}), accepts: [] }, []],
])('acceptedTypes of %j', (description, types) => {
  expect(acceptedTypes(description)).toEqual(types);
});

it.each([
  ['zod', z.string()],
  ['arktype', ark('string')],
  ['valibot', v.string()],
])('isSchema recognizes schemas of %s', (_library, schema) => {
  expect(isSchema(schema)).toBe(true);
});

it.each([null, undefined, 'x', {}, () => 1, { '~standard': {} }])(
  'isSchema refuses %p',
  (value) => {
    expect(isSchema(value)).toBe(false);
  },
);

it('operation returns its method, pattern and description', () => {
  const description = { summary: 'x' };
  expect(operation('PUT', '/books/{id}', description)).toEqual({
    method: 'PUT',
    pattern: '/books/{id}',
    description,
  });
});

it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
  'operation accepts the method %s',
  (method) => {
    expect(operation(method, '/', {}).method).toBe(method);
  },
);

it.each(['get', 'HEAD', '', undefined])('operation refuses the method %j', (method) => {
  const make = () => operation(method as never, '/', {});
  expect(make).toThrow(OptionError);
  expect(make).toThrow(
    /^invalid operation\.method: received .*; expected one of GET, POST, PUT, PATCH, DELETE$/,
  );
});

it.each<[string, object]>([
  ['body', { body: z.object({}) }],
  ['files', { files: { cover: file() } }],
  ['accepts', { accepts: ['text/csv'] }],
])('operation refuses %s of a GET, which fetch cannot send', (part, description) => {
  // @ts-expect-error: the same by its types
  expect(() => operation('GET', '/', { body: z.object({}) })).toThrow(OptionError);
  expect(() => operation('GET', '/', description as never)).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', option: `operation.${part}` }),
  );
  expect(operation('DELETE', '/', description).description).toBe(description);
});

it.each<[string, string, string]>([
  ['/files/*', 'PATTERN_SYNTAX', 'write {path:.+} for the rest of the path'],
  ['/*', 'PATTERN_SYNTAX', 'write {path:.+} for the rest of the path'],
  ['*', 'PATTERN_SYNTAX', 'write {path:.+} for the rest of the path'],
  ['/a/**/b', 'PATTERN_SYNTAX', 'write {path:.+} for the rest of the path'],
  ['/a[/*]', 'PATTERN_SYNTAX', 'write {path:.+} for the rest of the path'],
  ['/:x?', 'PATTERN_SYNTAX', '[/{x}] for an optional one'],
  ['/:path*', 'PATTERN_SYNTAX', 'write {path:.+} for more'],
  ['/:id(\\d+)', 'PATTERN_SYNTAX', '{id:...} for an expression'],
  ['/{a', 'PATTERN_SYNTAX', 'write } after the placeholder'],
  ['/{}', 'PATTERN_SYNTAX', 'write {name}'],
  ['/a[/b', 'PATTERN_SYNTAX', 'write ] at the end'],
  ['/{id}/{id}', 'PATTERN_NAME', 'is used twice'],
  ['/:id/b[/{id}]', 'PATTERN_NAME', 'is used twice'],
])('operation refuses the pattern %s, as the router does', (pattern, code, text) => {
  for (const method of ['GET', 'DELETE'] as const) {
    const make = () => operation(method, pattern, {});
    expect(make).toThrow(expect.objectContaining({ code, pattern }));
    expect(make).toThrow(text);
    expect(() => new Router<null>().add(method, pattern, null)).toThrow(text);
  }
});

it.each([undefined, null, 7, ['/a']])('operation refuses the pattern %j', (pattern) => {
  const make = () => operation('GET', pattern as never, {});
  expect(make).toThrow(expect.objectContaining({ code: 'PATTERN_SYNTAX' }));
  expect(make).toThrow('expected a string such as "/books/{id}"');
});

it.each(['', '/', '/a*', '/{star:\\*}', '/:id', '/a:b', '/books/{id:[0-9]{2}}[/{format}]'])(
  'operation accepts the pattern %s',
  (pattern) => {
    expect(operation('GET', pattern, {}).pattern).toBe(pattern);
  },
);

it('isOperation distinguishes operations from groups, including one with a member named pattern', () => {
  const show = operation('GET', '/books/{id}', {});
  expect([isOperation(show), isOperation({ show }), isOperation({ pattern: show })]).toEqual([
    true,
    false,
    false,
  ]);
});

it('exports exactly the documented names', () => {
  expect(Object.keys(contractPackage).sort()).toEqual([
    'InvalidProblemError',
    'acceptedTypes',
    'defineProblem',
    'file',
    'files',
    'formText',
    'isOperation',
    'isSchema',
    'multipartFields',
    'operation',
    'resolveReference',
    'validatorOf',
  ]);
});
