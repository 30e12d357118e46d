import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message-plain';
import { type Capabilities, conformanceCases } from './index.js';

describe('conformanceCases', () => {
  it('names each case once', () => {
    const names = conformanceCases(factories).map(({ contract, name }) => `${contract}: ${name}`);
    expect(names).toEqual([...new Set(names)]);
  });

  const files = { temporaryFile: () => '', contents: () => null, namesBeside: () => [] };
  const temporaryStorage = {
    createWriter: () => {
      throw new Error('no case runs');
    },
  };

  it.each<[string, Capabilities | undefined, boolean, boolean]>([
    ['nothing', undefined, false, false],
    ['files', { files }, true, false],
    ['temporary storage', { temporaryStorage }, false, true],
    ['files and temporary storage', { files, temporaryStorage }, true, true],
  ])('has the cases about %s that a runtime has', (_, capabilities, hasFiles, hasStorage) => {
    const cases = conformanceCases(factories, capabilities);
    const has = (contract: string, name: string) =>
      cases.some((each) => each.contract === contract && each.name === name);
    expect([
      has('stream', 'an empty stream is at its end (file)'),
      has('stream', 'a stream over a file is not writable'),
      cases.some((each) => each.name.startsWith('moveTo puts')),
    ]).toEqual([hasFiles, hasFiles, hasFiles]);
    expect(has('temporary storage', 'discard removes the file')).toBe(hasStorage);
  });
});
