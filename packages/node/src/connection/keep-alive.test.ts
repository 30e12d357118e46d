import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { limitsWith } from '../server-limits.js';
import type { ListenerOptions } from '../listener-options.js';
import { keepAliveOf, UNMANAGED } from './keep-alive.js';

const ofPeer = (options: Partial<ListenerOptions>, peer: string | undefined) =>
  keepAliveOf({ factories, ...options }, limitsWith(options.limits))({ remoteAddress: peer });

const PROXY = '10.0.0.1';
const trustProxy = [PROXY];

describe('an idle connection', () => {
  it.each<[string, Partial<ListenerOptions>, string | undefined, number]>([
    ['5 s', {}, '192.0.2.1', 5_000],
    [
      '5 s, if its peer is unknown, even if all are trusted',
      { trustProxy: ['0.0.0.0/0', '::/0'] },
      undefined,
      5_000,
    ],
    ['5 s, if its peer is not a trusted proxy', { trustProxy }, '192.0.2.1', 5_000],
    ['5 s, if the list of proxies is empty', { trustProxy: [] }, PROXY, 5_000],
    ['72 s, for a trusted proxy', { trustProxy }, PROXY, 72_000],
    ['72 s, for a trusted proxy, beside other limits', { trustProxy, limits: {} }, PROXY, 72_000],
    [
      'the configured time, for a trusted proxy too',
      { trustProxy, limits: { keepAliveTimeout: 9_000 } },
      PROXY,
      9_000,
    ],
    ['the configured time', { limits: { keepAliveTimeout: 9_000 } }, '192.0.2.1', 9_000],
  ])('is kept for %s', (_, options, peer, timeout) => {
    expect(ofPeer(options, peer)).toEqual({
      timeout,
      fields: ['Keep-Alive', `timeout=${timeout / 1_000}`],
    });
  });

  it.each([
    [999, '0'],
    [1_000, '1'],
    [5_999, '5'],
  ])('that is kept for %i ms has the header timeout=%s, never more', (ms, seconds) => {
    const { fields } = ofPeer({ limits: { keepAliveTimeout: ms } }, '192.0.2.1');
    expect(fields).toEqual(['Keep-Alive', `timeout=${seconds}`]);
  });

  it('is kept by its owner if it is not managed here, without a header', () => {
    expect(UNMANAGED).toEqual({ timeout: Infinity, fields: [] });
  });
});
