import { describe, expect, it } from '@jest/globals';
import { isAbandoned } from './abandoned.js';

const gone = Object.assign(new Error('gone'), { code: 'REQUEST_ABORTED' });
const reason = new Error('too late');
const aborted = { ended: true, signal: AbortSignal.abort(reason) };
const ended = { ended: true, signal: new AbortController().signal };
const running = {
  ended: false,
  get signal(): AbortSignal {
    throw new Error('not created while the request runs');
  },
};

const cyclic = new Error('cyclic');
cyclic.cause = cyclic;

describe('an error of a request', () => {
  it.each<[string, unknown, boolean, boolean]>([
    ['the reason of the abort', reason, true, false],
    ['caused by the reason', new Error('x', { cause: reason }), true, false],
    ['wrapped twice', new Error('x', { cause: new Error('y', { cause: reason }) }), true, false],
    ['a body that was closed', { code: 'STREAM_DETACHED' }, true, false],
    ['a body whose client has gone', gone, true, true],
    ['caused by such a body', new Error('x', { cause: gone }), true, true],
    ['an abort by another signal', AbortSignal.abort().reason, false, false],
    ['the time of another signal', new DOMException('x', 'TimeoutError'), false, false],
    ['caused by another error', new Error('x', { cause: new Error('too late') }), false, false],
    ['in a cycle of causes', cyclic, false, false],
    ['not an error', undefined, false, false],
  ])('only means that it was aborted if it is %s: %p %p %p', (_, error, afterAbort, before) => {
    expect([aborted, ended, running].map((lifetime) => isAbandoned(error, lifetime))).toEqual([
      afterAbort,
      before,
      before,
    ]);
  });
});
