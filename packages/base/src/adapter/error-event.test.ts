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

  it.each(['method', 'target', 'remoteAddress'])(
    'has null for a %s that cannot be read',
    (name) => {
      const get = (): string => {
        throw new Error('not known');
      };
      const source = Object.defineProperty({ ...SOURCE }, name, { get });
      const event = errorEvent('response', 500, source);
      expect(event).toMatchObject({ ...SOURCE, [name]: null });
    },
  );
});
