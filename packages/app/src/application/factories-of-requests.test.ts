import { describe, expect, it } from '@jest/globals';
import { FACTORIES } from '@mortise/base/keys';
import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import { factories as lazy } from '@mortise/message';
import { factories as plain } from '@mortise/message-plain';
import { createApp } from './create-app.js';

const carried = (request: ServerRequestInterface) => request.getLifetime().getValue(FACTORIES);

describe.each([
  ['message', lazy, plain],
  ['message-plain', plain, lazy],
])('the factories that layers read, with %s', (_, factories, other) => {
  async function readIn(own: HttpFactoriesInterface, request: ServerRequestInterface) {
    const app = createApp({ factories: own });
    const read: unknown[] = [];
    app.add((incoming, handler) => {
      read.push(carried(incoming));
      return handler.handle(incoming);
    });
    app.get('/', (incoming, response) => {
      read.push(carried(incoming));
      return response;
    });
    await app.handle(request);
    return read;
  }

  it('are those of the application that handles a request of its implementation', async () => {
    const request = factories.createServerRequest('GET', '/');
    expect(carried(request)).toBe(factories);
    expect(await readIn(factories, request)).toEqual([factories, factories]);
  });

  it('are those of the application for a request of another implementation', async () => {
    const read = await readIn(factories, other.createServerRequest('GET', '/'));
    expect(read[0]).toBe(factories);
    expect(read[1]).toBe(factories);
  });

  it('are those of an application that replaces some of them', async () => {
    const own = { ...factories, createResponse: () => factories.createResponse(202) };
    const read = await readIn(own, factories.createServerRequest('GET', '/'));
    expect(read[0]).toBe(own);
  });

  it('are those of the application for a request without any', async () => {
    const request = factories.createServerRequest('GET', '/');
    request.getLifetime().setValue(FACTORIES, undefined as never);
    expect((await readIn(factories, request))[0]).toBe(factories);
  });

  it('are those of the inner application inside it', async () => {
    const inner = createApp({ factories: other });
    let read: unknown;
    inner.get('/', (request, response) => {
      read = carried(request);
      return response;
    });
    const outer = createApp({ factories });
    outer.get('/', (request) => inner.handle(request));
    await outer.handle(factories.createServerRequest('GET', '/'));
    expect(read).toBe(other);
  });
});
