import { describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { errorEvent } from './index.js';

const SOURCE = { method: 'GET', target: '/books?x', remoteAddress: '192.0.2.1' };

describe('errorEvent', () => {
  it('describes a request by its source, and by its route', () => {
    const route = { pattern: '/books', name: null, methods: ['GET'] };
    const values = new Map<unknown, unknown>([['mortise.routed', route]]);
    const getLifetime = () => ({ getValue: (key: unknown) => values.get(key) });
    const request = { getLifetime } as unknown as ServerRequestInterface;
    expect(errorEvent('handler', 500, SOURCE, request)).toEqual({
      ...SOURCE,
      request,
      route,
      status: 500,
      phase: 'handler',
    });
  });

  it('has null for unknown facts', () => {
    expect(errorEvent('request', 400, null)).toEqual({
      request: null,
      method: null,
      target: null,
      remoteAddress: null,
      route: null,
      status: 400,
      phase: 'request',
    });
  });

  it('has null for an address that cannot be read', () => {
    const source = {
      ...SOURCE,
      get remoteAddress(): string {
        throw new Error('not known');
      },
    };
    expect(errorEvent('response', 500, source).remoteAddress).toBeNull();
  });
});
