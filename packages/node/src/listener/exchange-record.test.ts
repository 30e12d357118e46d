import { describe, expect, it } from '@jest/globals';
import type { ErrorEvent } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { NodeAdapterError } from '../node-adapter-error.js';
import { defaultLimits } from '../server-limits.js';
import { NodeBodySource } from '../request/body-source.js';
import { bodyTimeouts } from '../request/body-timeouts.js';
import { DirectClient } from '../request/client.js';
import { rawExchangeOf } from '../request/raw-exchange.js';
import { RequestHead } from '../request/request-head.js';
import { NodeRequestSource } from '../request/request-source.js';
import { ErrorReports } from './error-reports.js';
import type { ExchangeHost } from './exchange-host.js';
import { ExchangeRecord } from './exchange-record.js';

class Recorded extends ExchangeRecord {
  readonly failures: unknown[] = [];

  end(run: () => Promise<void> | undefined): void {
    this.settle(run);
  }

  override readonly responder = null;

  override onTimeout(): void {
    return;
  }

  protected override bodyFailed(error: Error): void {
    this.failures.push(error);
  }
}

/** A request, and what is reported about it. */
function recorded() {
  const incoming = Object.assign(new IncomingMessage(new Socket()), { method: 'PUT', url: '/a' });
  const outgoing = new ServerResponse(incoming);
  const events: [unknown, ErrorEvent][] = [];
  const errors = new ErrorReports((error, event) => void events.push([error, event]));
  let requested = 0;
  const body = new NodeBodySource(incoming, null, 9, bodyTimeouts(defaultLimits), () => {
    requested++;
  });
  const head = new RequestHead([], '/a', false, defaultLimits);
  const source = new NodeRequestSource(
    incoming,
    head,
    body,
    (...given) => new DirectClient(...given),
  );
  const request = factories.createServerRequest('PUT', '/a');
  const host = { errors } as Partial<ExchangeHost> as ExchangeHost;
  const record = new Recorded(host, outgoing, request, source);
  return { record, request, outgoing, incoming, events, requested: () => requested };
}

describe('the record of a request', () => {
  it('begins with nothing', () => {
    expect(recorded().record).toMatchObject({ bytes: 0, error: null, status: null });
  });

  it('is found with the request', () => {
    const { record, request } = recorded();
    expect(rawExchangeOf(request)?.exchange).toBe(record);
  });

  it('has the status once the headers have been sent', () => {
    const { record, outgoing } = recorded();
    outgoing.statusCode = 404;
    expect(record.status).toBeNull();
    outgoing.writeHead(203);
    expect(record.status).toBe(203);
  });

  it.each([
    ['before the response', () => undefined, 1],
    ['but not after its headers', (response: ServerResponse) => response.writeHead(200), 0],
  ])('lets the client send its body %s', (_, happen, times) => {
    const { record, outgoing, requested } = recorded();
    happen(outgoing);
    record.goOn();
    record.goOn();
    expect(requested()).toBe(times);
  });

  it.each<[string, object | null, number | null, number]>([
    ['that was sent', { status: 404 }, 203, 203],
    ['of the error', { status: 404 }, null, 404],
    ['500 for an error without one', new Error('x'), null, 500],
    ['500 for no error', null, null, 500],
  ])('reports an error with the status %s', (_, error, sent, status) => {
    const { record, outgoing, request, events } = recorded();
    if (sent !== null) outgoing.writeHead(sent);
    record.report(error);
    const event = { request, method: 'PUT', target: '/a', status, phase: 'handler' };
    expect(events).toMatchObject([[error, event]]);
  });

  it('reports an error with its phase', () => {
    const { record, events } = recorded();
    record.report(new Error('x'), 'response');
    expect(events).toMatchObject([[{ message: 'x' }, { phase: 'response' }]]);
  });

  it('reports a failure of its end as that of a cleanup', () => {
    const { record, events } = recorded();
    const error = Object.assign(new Error('x'), { status: 404 });
    record.end(() => {
      throw error;
    });
    expect(events).toMatchObject([[error, { phase: 'cleanup', status: 500 }]]);
  });

  it('fails with its body that is read from the message', async () => {
    const { record, incoming } = recorded();
    const late = new NodeAdapterError('BODY_TIMEOUT', 'too late', 408);
    record.allowDirectReads(incoming);
    incoming.on('error', () => undefined).destroy(late);
    await setImmediate();
    expect(record.failures).toEqual([late]);
  });
});
