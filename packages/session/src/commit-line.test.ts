import { describe, expect, it } from '@jest/globals';
import { CommitLine } from './commit-line.js';

describe('CommitLine', () => {
  it('runs the tasks of a key in order, each with the result of the previous one', async () => {
    const line = new CommitLine<string>();
    const add = (text: string) =>
      line.run('a', (previous) => Promise.resolve((previous ?? '') + text));
    expect(await Promise.all([add('1'), add('2'), add('3')])).toEqual(['1', '12', '123']);
  });

  it('waits for the last task of a key, even when earlier ones have ended', async () => {
    const line = new CommitLine<string>();
    let end: (result: string) => void = () => undefined;
    const first = line.run('a', () => Promise.resolve('1'));
    const second = line.run('a', () => new Promise((resolve) => (end = resolve)));
    await first;
    const third = line.run('a', (previous) => Promise.resolve(previous));
    await Promise.resolve();
    end('2');
    expect(await Promise.all([second, third])).toEqual(['2', '2']);
  });

  it('runs the next task of a key with null after one that failed', async () => {
    const line = new CommitLine<string>();
    const failed = line.run('a', () => Promise.reject(new Error('x')));
    const next = line.run('a', (previous) => Promise.resolve(previous));
    await expect(failed).rejects.toThrow('x');
    expect(await next).toBeNull();
  });

  it('forgets a key when its last task has ended', async () => {
    const line = new CommitLine<string>();
    const tasks = ['a', 'a', 'b'].map((key) => line.run(key, () => Promise.resolve('x')));
    expect(line.size).toBe(2);
    await Promise.all(tasks);
    expect(line.size).toBe(0);
  });
});
