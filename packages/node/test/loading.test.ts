import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { endSpawned, spawned } from './spawned.js';

afterEach(endSpawned);

describe('a server of HTTP/1.1 without TLS', () => {
  it('loads neither HTTP/2 nor TLS of Node', async () => {
    const { child, output } = spawned('loading-server.ts');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(output()).toBe('http\n');
  });
});
