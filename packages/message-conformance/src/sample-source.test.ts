import { describe, expect, it } from '@jest/globals';
import { bytes } from './bytes.js';
import { SampleBody, sampleSource, sourceOf } from './sample-source.js';

describe('a sample source', () => {
  it('is that of a plain GET without a host', () => {
    expect({ ...sampleSource(), reads: null }).toEqual({
      ...{ method: 'GET', target: '/', protocolVersion: '1.1', rawHeaders: [], scheme: 'http' },
      ...{ host: '', remoteAddress: '192.0.2.1', remotePort: 50000 },
      ...{ localAddress: '192.0.2.2', localPort: 80, body: null, reads: null },
    });
  });

  it('has the given members, one without a default included', () => {
    const source = sampleSource({ method: 'PUT', basePath: '/app' });
    expect([source.method, source.basePath, source.target]).toEqual(['PUT', '/app', '/']);
  });

  it('counts the reads of each member, from its first', () => {
    const source = sampleSource({ basePath: '/app' });
    expect(source.reads.size).toBe(0);
    const values = [source.method, source.method, source.basePath];
    expect(values).toEqual(['GET', 'GET', '/app']);
    expect(Object.fromEntries(source.reads)).toEqual({ method: 2, basePath: 1 });
  });

  it.each([
    ['https://h.test:81/a?b#c', 'https', 'h.test:81', '/a?b#c', ['Host', 'h.test:81']],
    ['http://h.test', 'http', 'h.test', '/', ['Host', 'h.test']],
    ['http://h.test?b', 'http', 'h.test', '/?b', ['Host', 'h.test']],
    ['/a\nb', 'http', '', '/a\nb', []],
    ['', 'http', '', '/', []],
  ])('for the address %j has its parts', (uri, scheme, host, target, rawHeaders) => {
    expect(sourceOf(uri)).toMatchObject({ scheme, host, target, rawHeaders });
  });
});

describe('a sample body', () => {
  it('has the size of all chunks as UTF-8, unless it is unknown', () => {
    expect([new SampleBody(['a', 'é']).size, new SampleBody([]).size]).toEqual([3, 0]);
    expect(new SampleBody(['a'], { size: null }).size).toBeNull();
  });

  it('gives everything with one call', async () => {
    expect(await new SampleBody(['a', 'é']).bytes()).toEqual(bytes('aé'));
  });

  it('fails with its error, as a whole and after its chunks', async () => {
    const failure = new Error('gone');
    await expect(new SampleBody(['a'], { last: failure }).bytes()).rejects.toBe(failure);
    const body = new SampleBody(['a'], { last: failure });
    expect(await body.next()).toEqual({ done: false, value: bytes('a') });
    await expect(body.next()).rejects.toBe(failure);
  });

  it('ends after its chunks by default', async () => {
    expect(await new SampleBody([]).next()).toEqual({ done: true, value: undefined });
  });

  it.each<[string, (body: SampleBody) => unknown, boolean, boolean]>([
    ['one whose end alone was requested', (body) => body.next(), true, false],
    ['one that was requested as a whole', (body) => body.bytes(), true, true],
    ['one that is new', () => undefined, false, false],
    ['one that is only iterated', (body) => body[Symbol.asyncIterator](), false, false],
  ])('records what was done to %s', async (_, use, isTouched, takenWhole) => {
    const body = new SampleBody([]);
    await use(body);
    expect([body.isTouched, body.takenWhole]).toEqual([isTouched, takenWhole]);
  });
});
