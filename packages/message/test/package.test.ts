import { describe, expect, it } from '@jest/globals';
import * as creator from '@mortise/message/creator';
import * as main from '@mortise/message';
import * as node from '@mortise/message/node';

describe('@mortise/message', () => {
  it('exports exactly what its contract needs', () => {
    expect(Object.keys(main).sort()).toEqual(['MessageError', 'createMemoryStorage', 'factories']);
    expect(Object.keys(node).sort()).toEqual([
      'MessageError',
      'createTemporaryStorage',
      'factories',
    ]);
    expect(Object.keys(creator)).toEqual(['createServerRequestCreator']);
  });

  it('has the same factories in each entry, callable without this', () => {
    expect(Object.keys(node.factories)).toEqual(Object.keys(main.factories));
    for (const factory of Object.values(main.factories)) {
      expect(String(factory)).not.toMatch(/\bthis\b/);
    }
  });
});
