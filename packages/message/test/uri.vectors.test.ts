import type { UriInterface } from '@mortise/http-message';
import { errorMark } from '../../../tooling/vectors/index.js';
import { type Encoded, fromPhp, outcome } from './php-value.js';
import { runMessageVectors } from './vectors.js';

interface Input {
  readonly uri: Encoded;
  readonly ops?: readonly [method: string, ...args: Encoded[]][];
}

runMessageVectors('uri', async ({ uri, ops = [] }: Input, factories) => {
  let current: UriInterface;
  try {
    current = factories.createUri(fromPhp(uri) as string);
  } catch (error) {
    return errorMark(error);
  }
  const parsed = snapshot(current);
  const results: unknown[] = [];
  for (const [method, ...args] of ops) {
    const result = await outcome(() => {
      const changer = current[method as 'withPath'].bind(current) as (
        ...all: unknown[]
      ) => UriInterface;
      current = changer(...args.map(fromPhp));
      return snapshot(current);
    });
    results.push(result);
  }
  return ops.length === 0 ? { parsed } : { parsed, ops: results };
});

function snapshot(uri: UriInterface): unknown {
  return {
    scheme: uri.getScheme(),
    authority: uri.getAuthority(),
    userInfo: uri.getUserInfo(),
    host: uri.getHost(),
    port: uri.getPort(),
    path: uri.getPath(),
    query: uri.getQuery(),
    fragment: uri.getFragment(),
    string: String(uri),
  };
}
