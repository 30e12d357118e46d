import { afterEach, describe, expect, it } from '@jest/globals';
import { closeNative, nativeResponses } from '../../test/native-responses.js';
import { ResponseHeaders, writeHead } from './response-headers.js';

afterEach(closeNative);

describe('the headers of a response', () => {
  const OTHERS = ['X-A', '1', 'set-COOKIE', 'a', 'Set-Cookie', 'b'];

  it('are a copy of all that do not frame it, in order and as they were written', () => {
    const raw = [...OTHERS];
    const { list } = new ResponseHeaders(raw);
    expect(list).toEqual(OTHERS);
    list.push('X-B', '2');
    expect(raw).toEqual(OTHERS);
  });

  it.each([
    ['Content-Length', '5'],
    ['connection', 'keep-alive'],
    ['TRANSFER-ENCODING', 'chunked'],
    ['Keep-Alive', 'timeout=5'],
    ['Trailer', 'X-A'],
    ['TE', 'trailers'],
    ['Proxy-Connection', 'close'],
  ])('are without %s, which frames the message', (name, value) => {
    const raw = [...OTHERS.slice(0, 2), name, value, ...OTHERS.slice(2)];
    expect(new ResponseHeaders(raw).list).toEqual(OTHERS);
    expect(raw).toContain(name);
  });

  it.each<[string[], string[]]>([
    [['Connection', 'x-foo'], []],
    [['Connection', 'close, X-FOO'], []],
    [['Connection', 'keep-alive', 'connection', 'other ,\tx-foo'], []],
    [
      ['Connection', 'Upgrade, x-foo', 'Upgrade', 'h2c'],
      ['Upgrade', 'h2c'],
    ],
    [
      ['Connection', 'x-fo, keep-alive', 'X-FooBar', '2'],
      ['X-Foo', '1', 'X_Foo', '2', 'X-FooBar', '2'],
    ],
    [
      ['Connection', 'close'],
      ['X-Foo', '1', 'X_Foo', '2'],
    ],
    [
      ['Connection', ''],
      ['X-Foo', '1', 'X_Foo', '2'],
    ],
  ])('are, beside %j, without those that it names: %j', (fields, kept) => {
    const { list } = new ResponseHeaders([...OTHERS, 'X-Foo', '1', 'X_Foo', '2', ...fields]);
    expect(list).toEqual([...OTHERS, ...kept]);
  });

  it.each([
    ['Accept-Charset', 14],
    ['Connectioo', 10],
    ['Transfer-Encodinh', 17],
    ['Refresh', 7],
    ['DN', 2],
    ['WWW-Authenticate', 16],
  ])('keep %s, a name as long as one that frames it', (name) => {
    expect(new ResponseHeaders([name, 'x']).list).toEqual([name, 'x']);
  });

  it.each([
    ['0', 0],
    ['12', 12],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740992', -1],
    ['', -1],
    ['-1', -1],
    ['1.5', -1],
    ['1 ', 1],
    ['+1', -1],
    ['5, 5', 5],
    ['5, 6', -1],
  ])('declare, with the Content-Length %j, the length %i', (value, length) => {
    expect(new ResponseHeaders(['Content-length', value]).declaredLength).toBe(length);
  });

  it.each([
    [['5', '5'], 5],
    [['5', '6'], -1],
    [['5', '6', '6'], -1],
    [['5', 'x'], -1],
  ])('declare, with the lines %j of Content-Length, the length %i', (lines, length) => {
    const fields = lines.flatMap((line) => ['Content-Length', line]);
    expect(new ResponseHeaders(fields).declaredLength).toBe(length);
  });

  it('declare no length, and do not close the connection, without such headers', () => {
    expect(new ResponseHeaders(OTHERS)).toMatchObject({ declaredLength: -1, close: false });
  });

  it.each([
    ['close', true],
    ['Close', true],
    ['keep-alive, close', true],
    ['close,\tupgrade', true],
    ['keep-alive', false],
    ['closed', false],
    ['disclose', false],
  ])('close the connection with Connection: %s: %s', (value, close) => {
    expect(new ResponseHeaders(['Connection', value]).close).toBe(close);
  });

  it('close the connection though another Connection does not', () => {
    const { close } = new ResponseHeaders(['Connection', 'close', 'Connection', 'upgrade']);
    expect(close).toBe(true);
  });
});

describe('the head that is written', () => {
  const head = (...list: string[]) => ({
    status: 201,
    reason: 'Made',
    fields: new ResponseHeaders(list),
  });

  async function written(set: Record<string, string | string[]>, ...list: string[]) {
    const { outgoing, wire } = await nativeResponses();
    outgoing.sendDate = false;
    for (const [name, value] of Object.entries(set)) outgoing.setHeader(name, value);
    writeHead(outgoing, head(...list));
    outgoing.end();
    const text = await wire.hear((heard) => heard.includes('\r\n\r\n'));
    const [first = '', ...lines] = text.split('\r\n\r\n')[0]?.split('\r\n') ?? [];
    const ours = lines.filter(
      (line) => !/^(?:Connection|Keep-Alive|Content-Length|Transfer)/.test(line),
    );
    return [first, ...ours];
  }

  it('has the headers in order, also repeated ones', async () => {
    expect(await written({}, 'X-A', '1', 'X-B', '2', 'x-a', '3')).toEqual([
      'HTTP/1.1 201 Made',
      'X-A: 1',
      'X-B: 2',
      'x-a: 3',
    ]);
  });

  it('keeps those that were set before, unless the response has the same', async () => {
    const set = { 'X-Set': 'kept', 'X-A': ['replaced', 'replaced'] };
    const lines = await written(set, 'x-a', '1', 'X-B', '2', 'X-A', '3');
    expect(
      lines
        .slice(1)
        .map((line) => line.toLowerCase())
        .sort(),
    ).toEqual(['x-a: 1', 'x-a: 3', 'x-b: 2', 'x-set: kept']);
    expect(lines[0]).toBe('HTTP/1.1 201 Made');
  });
});
