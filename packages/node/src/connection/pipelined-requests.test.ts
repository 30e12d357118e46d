import { describe, expect, it } from '@jest/globals';
import { PipelinedRequests } from './pipelined-requests.js';

/** A pipeline with room for some requests, which are not complete until they are told so. */
function pipeline(...names: string[]) {
  const handled: string[] = [];
  const state = { room: 0 };
  const line = new PipelinedRequests(() => state.room > 0);
  for (const name of names) {
    line.push(() => {
      state.room--;
      handled.push(name);
    });
  }
  return { line, state, handled };
}

describe('PipelinedRequests', () => {
  it('handles as many requests as there is room for, in order', () => {
    const { line, state, handled } = pipeline('a', 'b', 'c');
    expect([line.advance(), handled, line.isEmpty]).toEqual([false, [], false]);
    state.room = 2;
    expect([line.advance(), handled, line.isEmpty]).toEqual([false, ['a', 'b'], false]);
    state.room = 1;
    expect([line.advance(), handled, line.isEmpty]).toEqual([true, ['a', 'b', 'c'], true]);
  });

  it('says once that the last one was handled', () => {
    const { line, state } = pipeline('a');
    state.room = 5;
    expect([line.advance(), line.advance()]).toEqual([true, false]);
  });

  it('handles no request within another, and all of them in order', () => {
    const handled: string[] = [];
    const line = new PipelinedRequests(() => true);
    const inner: boolean[] = [];
    for (const name of ['a', 'b', 'c']) {
      line.push(() => {
        handled.push(`${name} begins`);
        inner.push(line.advance());
        handled.push(`${name} ends`);
      });
    }
    expect(line.advance()).toBe(true);
    expect(inner).toEqual([false, false, false]);
    expect(handled).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('handles what comes after it was empty', () => {
    const { line, state, handled } = pipeline('a');
    state.room = 2;
    line.advance();
    line.push(() => void handled.push('b'));
    expect(line.advance()).toBe(true);
    expect(handled).toEqual(['a', 'b']);
  });
});
