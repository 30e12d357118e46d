import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { RequestContext } from './request-context.js';
import { ResponseQueue } from './response-queue.js';

describe('ResponseQueue', () => {
  it('sends a ready response immediately while it does not collect', () => {
    const { put, sent } = queue(false);
    put('a');
    expect(sent).toEqual(['a']);
  });

  it('sends what it collected after the current code has ended, in order', async () => {
    const { put, sent } = queue(true);
    put('a', 'b');
    expect(sent).toEqual([]);
    await setImmediate();
    expect(sent).toEqual(['a', 'b']);
  });

  it('also sends responses that are added while it sends', async () => {
    const { box, put, sent } = queue(true);
    box.sendOrCollect({
      context: new RequestContext(),
      send: () => {
        put('b');
      },
    });
    put('a');
    await setImmediate();
    expect(sent).toEqual(['a', 'b']);
  });

  it('lets no response wait for more than fifteen others', async () => {
    const { put, sent } = queue(true);
    const names = Array.from({ length: 20 }, (_, index) => `${index}`);
    put(...names);
    expect(sent).toEqual(names.slice(0, 16));
    await setImmediate();
    expect(sent).toEqual(names);
  });
});

function queue(collects: boolean) {
  const sent: string[] = [];
  const box = new ResponseQueue();
  box.collects = collects;
  const put = (...names: string[]) => {
    for (const name of names)
      box.sendOrCollect({ context: new RequestContext(), send: () => void sent.push(name) });
  };
  return { box, put, sent };
}
