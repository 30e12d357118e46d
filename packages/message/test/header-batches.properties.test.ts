import { describe, expect, it } from '@jest/globals';
import { HeaderBatch, withHeaders, withMissingHeaders } from '@mortise/base/message';
import { factories as plain } from '@mortise/message-plain';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { factories as batching } from '../src/index.js';

const name = fc.constantFrom('A', 'a', 'B', 'b', 'Content-Type', '__proto__');
const field = fc.tuple(name, fc.constantFrom('1', ' 2 ', ''));

describe.each([
  ['withHeaders', withHeaders],
  ['withMissingHeaders', withMissingHeaders],
])('%s', (_, set) => {
  it('gives the same headers in one copy as one by one, and leaves the message as it was', () => {
    fc.assert(
      fc.property(fc.array(field), fc.array(field), (own, others) => {
        const batch = new HeaderBatch(others);
        const [one, each] = [batching, plain].map((factories) => {
          let before = factories.createResponse();
          for (const [header, value] of own) before = before.withAddedHeader(header, value);
          const raw = before.getRawHeaders();
          const after = [set(before, batch), set(before, batch)];
          expect(before.getRawHeaders()).toEqual(raw);
          return after.map((message) => message.getRawHeaders());
        });
        expect(one).toEqual(each);
      }),
      { numRuns: numRuns(200) },
    );
  });

  it.each([batching, plain])('refuses an invalid header', (factories) => {
    const batch = new HeaderBatch([
      ['A', '1'],
      ['B', '\n2'],
    ]);
    expect(() => set(factories.createResponse(), batch)).toThrow(
      expect.objectContaining({ code: 'HEADER_VALUE_INVALID' }),
    );
  });
});

describe('HeaderBatch', () => {
  it('does not change when the list that it was made of does', () => {
    const fields: [string, string][] = [['A', '1']];
    const batch = new HeaderBatch(fields);
    fields[0] = ['A', '2'];
    fields.push(['B', '2']);
    expect(batch.fields).toEqual([['A', '1']]);
  });
});
