import { describe, expect, it } from '@jest/globals';
import type { ErrorEvent } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { answer } from '../../test/serving.js';
import type { OnError } from '../listener-options.js';
import { ListenerCore } from './listener-core.js';

const coreWith = (onError?: OnError): ListenerCore =>
  new ListenerCore({ handle: () => answer() }, { factories, ...(onError && { onError }) });

const EVENT: ErrorEvent = {
  request: null,
  method: 'GET',
  target: '/a',
  remoteAddress: null,
  route: null,
  status: 500,
  phase: 'handler',
};

describe('the report of an error', () => {
  it('goes to onError', () => {
    const seen: unknown[] = [];
    const error = new Error('x');
    coreWith((...given) => void seen.push(given)).report(error, EVENT);
    expect(seen).toEqual([[error, EVENT]]);
  });
});

describe('the end of a lifetime', () => {
  const error = new Error('x');

  it.each<[string, () => Promise<void> | undefined, unknown[]]>([
    ['succeeds', () => undefined, []],
    ['succeeds later', () => Promise.resolve(), []],
    [
      'throws',
      () => {
        throw error;
      },
      [[error, EVENT]],
    ],
    ['rejects', () => Promise.reject(error), [[error, EVENT]]],
  ])('is reported, and described, only if it fails: it %s', async (_, end, reported) => {
    const seen: unknown[] = [];
    let described = 0;
    coreWith((...given) => void seen.push(given)).settle(end, () => {
      described++;
      return EVENT;
    });
    await setImmediate();
    expect([seen, described]).toEqual([reported, reported.length]);
  });
});

describe('a request that is not handled', () => {
  it('is described', () => {
    const incoming = new IncomingMessage(new Socket());
    Object.assign(incoming, { method: 'GET', url: '/a', rawHeaders: ['Host', 'a', 'X', 'y'] });
    const { method, target, body, host } = coreWith().sourceOf(incoming);
    expect({ method, target, body, host }).toEqual({
      method: 'GET',
      target: '/a',
      body: null,
      host: 'a',
    });
  });
});
