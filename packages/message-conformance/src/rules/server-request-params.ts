import { UNPARSED_BODY } from '@mortise/base/keys';
import type { UploadedFileInterface, UploadedFiles } from '@mortise/http-message';
import type { Rules } from '../conformance-case.js';
import {
  expectEqual,
  expectNullPrototype,
  expectSame,
  expectThat,
  expectThrow,
} from '../expect.js';
import type { ServerRequestSubject } from './subjects.js';

/** Rules for the parameters, cookies, uploads and parsed body of a server request. */
export const serverRequestParams: Rules<ServerRequestSubject> = {
  'a new request has no cookies, query, uploads, parsed body or attributes'({ create }) {
    const request = create();
    const maps = {
      'getCookieParams()': request.getCookieParams(),
      'getQueryParams()': request.getQueryParams(),
      'getUploadedFiles()': request.getUploadedFiles(),
      'getAttributes()': request.getAttributes(),
    };
    for (const [what, map] of Object.entries(maps)) {
      expectEqual(map, {}, what);
      expectNullPrototype(map, what);
    }
    expectEqual(request.getParsedBody(), null, 'getParsedBody()');
  },

  'withCookieParams copies the cookies and leaves the original untouched'({ create }) {
    const original = create();
    const cookies: Record<string, string> = { a: '1' };
    const changed = original.withCookieParams(cookies);
    cookies['a'] = 'changed';
    expectEqual(changed.getCookieParams(), { a: '1' }, 'the cookies');
    expectNullPrototype(changed.getCookieParams(), 'getCookieParams()');
    expectEqual(original.getCookieParams(), {}, 'the cookies of the original');
  },

  'withCookieParams does not change the Cookie header'({ create }) {
    const request = create().withHeader('Cookie', 'b=2').withCookieParams({ a: '1' });
    expectEqual(request.getHeader('Cookie'), ['b=2'], 'the header');
  },

  "the query parameters are those of the URI's query"({ createFor }) {
    const request = createFor('http://h.test/?a=1&b[]=2&b[]=3&c[k]=4&d=%20%C3%A9+x&e');
    const query = { a: '1', b: ['2', '3'], c: { k: '4' }, d: ' \u00e9 x', e: '' };
    expectEqual(request.getQueryParams(), query, 'getQueryParams()');
    expectNullPrototype(request.getQueryParams(), 'getQueryParams()');
    expectNullPrototype(request.getQueryParams()['c'] as object, 'a map in getQueryParams()');
  },

  'a key __proto__ is dropped from the query'({ createFor }) {
    const request = createFor('http://h.test/?__proto__[x]=1&a[__proto__]=2&a[b]=3&constructor=4');
    const query = { a: { b: '3' }, constructor: '4' };
    expectEqual(request.getQueryParams(), query, 'getQueryParams()');
    expectEqual(({} as { x?: unknown }).x, undefined, 'a property of every object');
  },

  'a huge or deep query is read, or refused with status 413 or 400'({ createFor }) {
    for (const query of ['a&'.repeat(20000), `a${'[b]'.repeat(5000)}=1`, 'a[]=1&'.repeat(20000)]) {
      const request = createFor(`http://h.test/?${query}`);
      const status = statusOf(() => request.getQueryParams());
      expectThat([null, 413, 400].includes(status), `the status is ${String(status)}`);
    }
  },

  'the query parameters follow withUri until withQueryParams'({ createFor, factories }) {
    const original = createFor('http://h.test/?a=1');
    expectEqual(original.getQueryParams(), { a: '1' }, 'the query');
    const moved = original.withUri(factories.createUri('http://h.test/?b=2'));
    expectEqual(moved.getQueryParams(), { b: '2' }, 'the query after withUri');
    expectEqual(original.getQueryParams(), { a: '1' }, 'the query of the original');
    const fixed = moved.withQueryParams({ c: '3' });
    const again = fixed.withUri(factories.createUri('http://h.test/?d=4'));
    expectEqual(again.getQueryParams(), { c: '3' }, 'the query after withQueryParams');
  },

  'the query parameters are parsed once for all copies'({ createFor, factories }) {
    const moved = createFor('http://h.test/?a=1').withUri(factories.createUri('/?b=2'));
    for (const request of [createFor('http://h.test/?a=1'), moved]) {
      const query = request.getQueryParams();
      expectSame(request.getQueryParams(), query, 'the query that is read again');
      expectSame(request.withMethod('PUT').getQueryParams(), query, 'the query of a copy');
    }
  },

  'the query parameters follow withUri, even if they were not read before'({
    createFor,
    factories,
  }) {
    const moved = createFor('http://h.test/?a=1').withUri(factories.createUri('/?b=2'));
    expectEqual(moved.getQueryParams(), { b: '2' }, 'the query after withUri');
  },

  'withQueryParams copies the first level and leaves original and URI untouched'({ createFor }) {
    const original = createFor('http://h.test/?a=1');
    const query: Record<string, string> = { b: '2' };
    const changed = original.withQueryParams(query);
    query['b'] = 'changed';
    expectEqual(changed.getQueryParams(), { b: '2' }, 'the query');
    expectNullPrototype(changed.getQueryParams(), 'getQueryParams()');
    expectEqual(changed.getUri().getQuery(), 'a=1', "the URI's query");
    expectEqual(original.getQueryParams(), { a: '1' }, 'the query of the original');
  },

  'withUploadedFiles accepts trees of uploads and leaves the original untouched'({
    create,
    factories,
  }) {
    const upload = factories.createUploadedFile(factories.createStream('x'));
    const files: Record<string, UploadedFileInterface | UploadedFiles | UploadedFileInterface[]> = {
      one: upload,
      list: [upload, upload],
      map: { nested: { deep: [upload] } },
    };
    const original = create();
    const changed = original.withUploadedFiles(files);
    delete files['one'];
    const tree = changed.getUploadedFiles();
    expectEqual(Object.keys(tree), ['one', 'list', 'map'], 'the names');
    expectSame(tree['one'], upload, 'an upload');
    expectSame((tree['list'] as UploadedFileInterface[])[1], upload, 'an upload of a list');
    expectNullPrototype(tree, 'getUploadedFiles()');
    expectEqual(original.getUploadedFiles(), {}, 'the uploads of the original');
  },

  'withUploadedFiles refuses a leaf that is not an upload'({ create, factories }) {
    const upload = factories.createUploadedFile(factories.createStream('x'));
    const trees = new Map<string, object>([
      ['text', { a: 'x' }],
      ['a number in a list', { a: [upload, 7] }],
      ['null in a map', { a: { b: { c: null } } }],
      ['true', { a: true }],
    ]);
    for (const [leaf, tree] of trees) {
      const act = () => create().withUploadedFiles(tree as never);
      expectThrow('UPLOADED_FILES_INVALID', act, undefined, leaf);
    }
  },

  'withParsedBody keeps the data by reference and leaves the original untouched'({ create }) {
    const original = create();
    for (const data of [{ a: 1 }, [1, 2], new Map(), Object.create(null) as object]) {
      const changed = original.withParsedBody(data);
      expectSame(changed.getParsedBody(), data, 'the parsed body');
      expectEqual(original.getParsedBody(), null, 'the parsed body of the original');
      expectEqual(changed.withParsedBody(null).getParsedBody(), null, 'the unset parsed body');
      expectSame(changed.getParsedBody(), data, 'the parsed body before it was unset');
    }
  },

  'withParsedBody refuses values that are neither objects nor null'({ create }) {
    for (const data of ['text', '', 7, 0, true, false, undefined]) {
      const error = expectThrow('PARSED_BODY_INVALID', () =>
        create().withParsedBody(data as never),
      );
      expectSame(error.value, data, "the error's value");
    }
  },

  'reading the parsed body or the uploads notifies the listener of the lifetime while the parsed body is unset'({
    create,
  }) {
    const request = create();
    const told: string[] = [];
    request.getLifetime().setValue(UNPARSED_BODY, (read) => told.push(read.getRequestTarget()));
    request.getParsedBody();
    request.getUploadedFiles();
    const target = request.getRequestTarget();
    expectEqual(told, [target, target], 'the targets of the requests that the listener got');
    const parsed = request.withParsedBody({});
    parsed.getParsedBody();
    parsed.getUploadedFiles();
    expectEqual(told.length, 2, 'how often after the body was parsed');
  },

  'the argument of a with* is neither changed nor frozen'({ create, factories }) {
    const upload = factories.createUploadedFile(factories.createStream('x'));
    const given = {
      cookies: { a: '1' },
      query: { a: ['1'] },
      files: { a: [upload] },
      data: { a: 1 },
    };
    create()
      .withCookieParams(given.cookies)
      .withQueryParams(given.query)
      .withUploadedFiles(given.files)
      .withParsedBody(given.data)
      .withAttributes(given.data)
      .withHeader('A', given.query.a);
    const all = [...Object.values(given), given.query.a, given.files.a];
    expectThat(!all.some((object) => Object.isFrozen(object)), 'the argument is frozen');
    const { cookies, query, data } = given;
    const before = { cookies: { a: '1' }, query: { a: ['1'] }, data: { a: 1 } };
    expectEqual({ cookies, query, data }, before, 'the argument');
  },

  'no with* changes the server parameters'({ createFor, factories }) {
    const original = createFor('http://h.test/?a=1');
    const before = { ...original.getServerParams() };
    const changed = original
      .withMethod('PUT')
      .withHeader('X-New', '1')
      .withProtocolVersion('1.0')
      .withUri(factories.createUri('http://x.test/'))
      .withQueryParams({});
    expectEqual(changed.getServerParams(), before, 'the server parameters');
    expectNullPrototype(changed.getServerParams(), 'getServerParams()');
  },
};

/** Returns the status of the error that a call throws; `null` if it does not throw. */
function statusOf(act: () => unknown): number | null {
  try {
    act();
  } catch (error) {
    const { status } = error as { status?: unknown };
    return typeof status === 'number' ? status : NaN;
  }
  return null;
}
