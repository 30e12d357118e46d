import { afterEach, describe, expect, it } from '@jest/globals';
import type { ErrorEvent } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { AsyncResource } from 'node:async_hooks';
import { closeNative, nativeResponses } from '../../test/native-responses.js';
import { answer } from '../../test/serving.js';
import { get } from '../../test/wire.js';
import { rawExchangeOf } from '../request/raw-exchange.js';
import { Exchange } from './exchange.js';
import { ListenerCore } from './listener-core.js';

afterEach(closeNative);

/** A request that has begun, and what is reported about it. */
async function begun() {
  const { outgoing } = await nativeResponses(get('/a'));
  const events: [unknown, ErrorEvent][] = [];
  const onError = (error: unknown, event: ErrorEvent) => void events.push([error, event]);
  const core = new ListenerCore({ handle: () => answer() }, { factories, onError });
  const request = factories.createServerRequest('GET', '/a');
  const source = core.sourceOf(outgoing.req);
  const exchange = new Exchange(core, outgoing, request, source, new AsyncResource('Test'));
  return { exchange, request, outgoing, events };
}

describe('the exchange of a request', () => {
  it('begins with nothing', async () => {
    expect((await begun()).exchange).toMatchObject({ bytes: 0, error: null, status: null });
  });

  it('is found with the request', async () => {
    const { exchange, request } = await begun();
    expect(rawExchangeOf(request)?.exchange).toBe(exchange);
  });

  it('has the status once the headers have been sent', async () => {
    const { exchange, outgoing } = await begun();
    outgoing.statusCode = 404;
    expect(exchange.status).toBeNull();
    outgoing.writeHead(203);
    expect(exchange.status).toBe(203);
  });

  it.each<[string, object | null, number | null, number]>([
    ['that was sent', { status: 404 }, 203, 203],
    ['of the error', { status: 404 }, null, 404],
    ['500 for an error without one', new Error('x'), null, 500],
    ['500 for no error', null, null, 500],
  ])('reports an error with the status %s', async (_, error, sent, status) => {
    const { exchange, outgoing, request, events } = await begun();
    if (sent !== null) outgoing.writeHead(sent);
    exchange.report(error);
    const event = { request, method: 'GET', target: '/a', status, phase: 'handler' };
    expect(events).toMatchObject([[error, event]]);
  });

  it('reports an error with its phase', async () => {
    const { exchange, events } = await begun();
    exchange.report(new Error('x'), 'response');
    expect(events).toMatchObject([[{ message: 'x' }, { phase: 'response' }]]);
  });
});
