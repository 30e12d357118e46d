import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../../tooling/properties/num-runs.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { postOf } from '../../test/source.js';
import { withBasePath } from '../index.js';

const segments = fc.array(fc.stringMatching(/^[a-z0-9%]{0,3}$/), { minLength: 1, maxLength: 4 });
const paths = segments.map((names) => `/${names.join('/')}`);

describe.each(implementations)('withBasePath over %s', (_name, factories) => {
  const request = (path: string) => factories.createServerRequest('GET', `http://h.test${path}?q`);

  it('keeps the whole URI, with the rest of the path after the base path', () => {
    fc.assert(
      fc.property(paths, paths, (basePath, rest) => {
        fc.pre(!basePath.endsWith('/'));
        const plain = request(basePath + rest);
        const uri = withBasePath(plain, basePath).getUri();
        expect(uri.toString()).toBe(plain.getUri().toString());
        expect(uri.getBasePath() + uri.getPath()).toBe(plain.getUri().getPath());
      }),
      { numRuns: numRuns(100) },
    );
  });

  it('returns a request unchanged that is not under the base path, compared by whole segments', () => {
    for (const path of ['/other', '/subway', '/SUB/x', '/']) {
      const plain = request(path);
      expect(withBasePath(plain, '/sub')).toBe(plain);
    }
  });

  it('keeps the Host header, even if the URI has another host', () => {
    const behindProxy = request('/sub/x').withHeader('Host', 'inner.test');
    const found = withBasePath(behindProxy, '/sub');
    expect([found.getHeaderLine('Host'), found.getUri().getHost()]).toEqual([
      'inner.test',
      'h.test',
    ]);
  });

  it('finds the base path in any encoding, and keeps the encoding of the rest', () => {
    const uri = withBasePath(request('/%73ub%c3%bc/%78'), '/sub%C3%BC').getUri();
    expect([uri.getBasePath(), uri.getPath()]).toEqual(['/sub%C3%BC', '/%78']);
  });

  it('appends to the base path of the request, unless that already ends with it', () => {
    const mounted = request('/sub/x');
    const behind = mounted.withUri(mounted.getUri().withBasePath('/outer'));
    const uri = withBasePath(behind, '/sub').getUri();
    expect([uri.getBasePath(), uri.getPath()]).toEqual(['/outer/sub', '/x']);
    const again = behind.withUri(behind.getUri().withBasePath('/outer/sub'));
    expect(withBasePath(again, '/sub')).toBe(again);
  });

  it('keeps a path that routing refuses, instead of repairing it', () => {
    const source = { ...postOf('text/plain', ['a']), target: '/sub/%zz' };
    const plain = factories.createServerRequestFromSource(source);
    expect(withBasePath(plain, '/sub')).toBe(plain);
  });

  it('leaves a slash if nothing else remains', () => {
    expect(withBasePath(request('/sub'), '/sub').getUri().getPath()).toBe('/');
  });
});
