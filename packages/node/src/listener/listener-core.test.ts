import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ErrorEvent } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { answer } from '../../test/serving.js';
import type { OnError } from '../listener-options.js';
import { ListenerCore } from './listener-core.js';

const printed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  jest.spyOn(console, 'error').mockImplementation((text) => void printed.push(String(text)));
});
afterEach(() => {
  jest.restoreAllMocks();
});

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
  it('goes to onError alone', () => {
    const seen: unknown[] = [];
    const error = new Error('x');
    coreWith((...given) => void seen.push(given)).report(error, EVENT);
    expect([seen, printed]).toEqual([[[error, EVENT]], []]);
  });

  it('is printed without an onError', () => {
    coreWith().report(new Error('x'), EVENT);
    expect(printed).toEqual([expect.stringMatching(/^GET \/a failed: Error: x\n/)]);
  });

  it('is printed if onError fails, and so is its own error after it', () => {
    const core = coreWith(() => {
      throw new Error('y');
    });
    core.report(new Error('x'), EVENT);
    expect(printed).toEqual([
      expect.stringMatching(/^GET \/a failed: Error: x\n/),
      expect.stringMatching(/^GET \/a failed: Error: y\n/),
    ]);
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
