import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { Gauge, Registry } from 'prom-client';
import { metricsHandler } from './index.js';

describe('metricsHandler', () => {
  it('rejects with the error of a metric that cannot be collected', async () => {
    const registry = new Registry();
    const failure = new Error('no connection');
    const collect = () => Promise.reject(failure);
    const gauge = new Gauge({ name: 'connections', help: 'x', registers: [registry], collect });
    const request = factories.createServerRequest('GET', '/');
    const page = metricsHandler({ registry, factories });
    await expect(page.handle(request)).rejects.toBe(failure);
    expect(gauge).toBeInstanceOf(Gauge);
  });

  it.each([
    ['GET', 200, ''],
    ['HEAD', 200, ''],
    ['OPTIONS', 204, 'GET, HEAD'],
    ['POST', 405, 'GET, HEAD'],
    ['DELETE', 405, 'GET, HEAD'],
  ])('responds to %s with %i', async (method, status, allow) => {
    const page = metricsHandler({ registry: new Registry(), factories });
    const response = await page.handle(factories.createServerRequest(method, '/'));
    expect([response.getStatusCode(), response.getHeaderLine('Allow')]).toEqual([status, allow]);
  });

  it.each<[string, object]>([
    ['path', { path: '/' }],
    ['registry', { registry: 7 }],
    ['factories', { factories: {} }],
  ])('refuses %s', (option, options) => {
    expect(() => metricsHandler(options)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `metricsHandler.${option}` }),
    );
  });
});
