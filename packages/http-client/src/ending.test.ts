import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { getEventListeners } from 'node:events';
import { Ending } from './ending.js';

it.each(['is released', 'is stopped'])(
  'a call that %s leaves no listener on its signal, which can belong to the whole program',
  (how) => {
    const controller = new AbortController();
    const { signal } = controller;
    const ending = new Ending(factories.createRequest('GET', 'http://a.test/'), 1_000, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    if (how === 'is released') ending.release();
    else controller.abort();
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  },
);
