import { describe, expect, it } from '@jest/globals';
import { nodeImplementations } from '../../../../tooling/testing/implementations.js';
import { createApp, json } from '../index.js';
import { inProcess } from './index.js';

describe.each(nodeImplementations)('a test response, on %s', (_name, factories) => {
  const app = createApp({ factories });
  app.get('/', (_request, response) => json(response, { a: 1 }));
  const sent = async () =>
    (await inProcess(app).get('/')) as unknown as Record<string, () => unknown>;

  it('says what to write instead of methods of other clients', async () => {
    const response = await sent();
    const line = 'await response.getBody().text()';
    expect(() => response['json']?.()).toThrow(
      `there is no response.json: write JSON.parse(${line})`,
    );
    expect(() => response['text']?.()).toThrow(`write ${line}`);
    const body = response['getBody']?.() as Record<string, () => unknown>;
    expect(() => body['bytes']?.()).toThrow(
      'there is no response.getBody().bytes: write await response.getBody().getContents()',
    );
    expect(await body['text']?.()).toBe('{"a":1}');
  });

  it('has no enumerable member more, and no status, which libraries read', async () => {
    const response = (await inProcess(app).get('/')).withStatus(201);
    expect(response.getStatusCode()).toBe(201);
    expect(Reflect.get(response, 'status')).toBeUndefined();
    expect(Object.keys(await sent())).toEqual(Object.keys(factories.createResponse()));
  });
});
