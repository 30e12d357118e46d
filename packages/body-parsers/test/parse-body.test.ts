import { describe, expect, it } from '@jest/globals';
import { attachBodyParser, type ParseBody, parseBody } from '@mortise/base/message';
import { UNPARSED_BODY } from '@mortise/base/keys';
import type { ServerRequestInterface } from '@mortise/http-message';
import { bodyParser, bodyParsing, noteBodyParser } from '../src/index.js';
import { multipartReader } from '../src/defaults/index.js';
import { createTemporaryStorage } from '@mortise/message/node';
import { implementations } from '../../../tooling/testing/implementations.js';

const JSON_TYPE = 'application/json';
const FORM = [
  ...['--b', 'Content-Disposition: form-data; name="a"', '', '1'],
  ...['--b', 'Content-Disposition: form-data; name="f"; filename="x"', '', 'file', '--b--', ''],
].join('\r\n');
const FORM_TYPE = 'multipart/form-data; boundary=b';

describe.each(implementations)('parseBody on %s', (_, factories) => {
  /** The number of chunks that were read from the bodies of {@link post}. */
  let reads = 0;
  const storage = createTemporaryStorage();
  const options = {
    factories,
    maxBytes: 20,
    readers: { 'multipart/form-data': multipartReader({ factories, storage }) },
  };

  function post(body: string, type = JSON_TYPE, parse: ParseBody | null = bodyParser(options)) {
    reads = 0;
    const chunks = async function* () {
      reads++;
      yield await Promise.resolve(Buffer.from(body));
    };
    const request = factories
      .createServerRequest('POST', '/')
      .withHeader('Content-Type', type)
      .withBody(factories.createStreamFromResource(chunks()));
    if (parse !== null) attachBodyParser(request, parse);
    return request;
  }

  const dataOf = async (request: ServerRequestInterface) =>
    (await parseBody(request)).getParsedBody();
  const errorOf = (request: ServerRequestInterface): Promise<unknown> =>
    Promise.resolve()
      .then(() => parseBody(request))
      .catch((error: unknown) => error);

  it('parses once, and gives the same data to copies that were made before', async () => {
    const request = post('{"a":1}');
    const copy = request.withAttribute('x', 1);
    const all = [dataOf(request), dataOf(copy), dataOf(request.withHeader('X-Y', 'z'))];
    const [first, ...others] = await Promise.all(all);
    expect(first).toEqual({ a: 1 });
    for (const other of others) expect(other).toBe(first);
    expect(reads).toBe(1);
  });

  it('gives a copy that was made before a body that can be read again', async () => {
    const request = post('{"a":1}');
    await parseBody(request);
    const parsed = await parseBody(request.withAttribute('x', 1));
    expect(await parsed.getBody().text()).toBe('{"a":1}');
    expect(parsed.getAttribute('x')).toBe(1);
  });

  it('gives a copy that was made before the uploads of a form', async () => {
    const request = post(FORM, FORM_TYPE);
    const first = await parseBody(request);
    const second = await parseBody(request.withAttribute('x', 1));
    expect(second.getParsedBody()).toEqual(first.getParsedBody());
    expect(second.getUploadedFiles()['f']).toBe(first.getUploadedFiles()['f']);
    expect(first.getUploadedFiles()['f']).toBeDefined();
  });

  it.each([
    ['too large, counted while it is read', '[1,2,3,4,5,6,7,8,9,10]', 413],
    ['malformed', '{', 400],
  ])('fails for every call with the same error: %s', async (_what, body, status) => {
    const request = post(body, JSON_TYPE, bodyParser({ ...options, strict: true }));
    const errors = [await errorOf(request), await errorOf(request.withAttribute('x', 1))];
    expect(errors[0]).toHaveProperty('status', status);
    expect(errors[1]).toBe(errors[0]);
    expect(reads).toBe(1);
  });

  it('fails for every call with the same error for a body in memory', async () => {
    const request = post('').withBody(factories.createStream('x'.repeat(21)));
    const errors = [await errorOf(request), await errorOf(request.withAttribute('x', 1))];
    expect(errors[0]).toHaveProperty('status', 413);
    expect(errors[1]).toBe(errors[0]);
  });

  it('keeps a parsed body that was set, and reads nothing', async () => {
    const own = { own: 1 };
    expect(await dataOf(post('{"a":1}').withParsedBody(own))).toBe(own);
    expect(reads).toBe(0);
  });

  it('parses another body, and another type, for itself', async () => {
    const request = post('{"a":1}', 'text/x');
    expect(await dataOf(request)).toBeNull();
    const typed = request.withHeader('Content-Type', JSON_TYPE);
    expect(await dataOf(typed)).toEqual({ a: 1 });
    expect(await dataOf(typed.withBody(factories.createStream('{"b":2}')))).toEqual({ b: 2 });
    expect(await dataOf(typed)).toEqual({ a: 1 });
  });

  it('parses a body in memory again for another type', async () => {
    const request = post('').withBody(factories.createStream('{"a":1}'));
    expect(await dataOf(request)).toEqual({ a: 1 });
    const form = request.withHeader('Content-Type', 'application/x-www-form-urlencoded');
    expect(await dataOf(form)).toEqual({ '{"a":1}': '' });
  });

  it('leaves a body that one parser does not know to another parser', async () => {
    const request = post('a', 'text/x');
    expect(await dataOf(request)).toBeNull();
    const parsers = { 'text/x': (input: string) => [input] };
    attachBodyParser(request, bodyParser({ factories, parsers }));
    expect(await dataOf(request)).toEqual(['a']);
  });

  it('reads nothing without a parser or a type, or for a type without a parser', async () => {
    for (const request of [
      post('{"a":1}', JSON_TYPE, null),
      post('{"a":1}').withoutHeader('Content-Type'),
      post('{"a":1}', 'text/x'),
    ]) {
      expect(await parseBody(request)).toBe(request);
      expect(reads).toBe(0);
    }
  });

  it('uses the parser that was attached last', async () => {
    const request = post('[1,2,3,4,5,6,7,8,9,10]');
    attachBodyParser(request, bodyParser({ factories }));
    expect(await dataOf(request)).toHaveLength(10);
  });

  it('is synchronous for a body in memory, and after a parse', async () => {
    const request = post('').withBody(factories.createStream('[1]'));
    expect((parseBody(request) as ServerRequestInterface).getParsedBody()).toEqual([1]);
    const parsed = await parseBody(post('[2]'));
    expect(parseBody(parsed)).toBe(parsed);
  });

  it('shares its result with bodyParsing, in both orders', async () => {
    const parsing = bodyParsing(options);
    const seen: unknown[] = [];
    const handle = (request: ServerRequestInterface) => {
      seen.push(request.getParsedBody());
      return factories.createResponse();
    };
    const early = post('{"a":1}');
    seen.push(await dataOf(early));
    await parsing.process(early, { handle });
    const late = post('{"a":1}');
    await parsing.process(late, { handle });
    seen.push(await dataOf(late));
    expect(seen).toEqual([{ a: 1 }, { a: 1 }, { a: 1 }, { a: 1 }]);
    expect([seen[0] === seen[1], seen[2] === seen[3], reads]).toEqual([true, true, 1]);
  });

  it('ends the warning of a missing parser before it reads the parsed body', async () => {
    const calls: unknown[] = [];
    const request = post('{"a":1}');
    request.getLifetime().setValue(UNPARSED_BODY, (unparsed) => calls.push(unparsed));
    await parseBody(request);
    expect(calls).toEqual([]);
    expect(request.getLifetime().getValue(UNPARSED_BODY)).toBeNull();
  });

  it('does not end that warning without a parser', async () => {
    const request = post('{"a":1}', JSON_TYPE, null);
    request.getLifetime().setValue(UNPARSED_BODY, () => undefined);
    await parseBody(request);
    expect(typeof request.getLifetime().getValue(UNPARSED_BODY)).toBe('function');
    noteBodyParser(request);
    expect(request.getLifetime().getValue(UNPARSED_BODY)).toBeNull();
  });
});
