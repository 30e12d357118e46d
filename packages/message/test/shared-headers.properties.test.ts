import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { factories as shared } from '../src/index.js';

/** More names than are scanned, some of which differ only in case. */
const name = fc.nat(39).chain((number) => fc.constantFrom(`x-${number}`, `X-${number}`));
const step = fc.record({
  /** How many versions ago the changed one was made: mostly the newest, which extends the shared array. */
  age: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(20)),
  change: fc.oneof(
    {
      weight: 4,
      arbitrary: name.map(
        (header) => (message: ResponseInterface) => message.withHeader(header, header),
      ),
    },
    fc.tuple(name, fc.array(fc.constantFrom('1', '2'), { minLength: 1, maxLength: 3 })).map(
      ([header, values]) =>
        (message: ResponseInterface) =>
          message.withAddedHeader(header, values),
    ),
    name.map((header) => (message: ResponseInterface) => message.withoutHeader(header)),
  ),
  read: name,
});

describe('responses that share their headers', () => {
  it('all keep what the plain implementation has, whichever of them are changed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const own = [shared.createResponse()];
        const model = [plain.createResponse()];
        for (const { age, change, read } of steps) {
          const from = own.length - 1 - (age % own.length);
          own.push(change(own[from] as ResponseInterface));
          model.push(change(model[from] as ResponseInterface));
          expect(own.at(-1)?.getHeaderLine(read)).toBe(model.at(-1)?.getHeaderLine(read));
        }
        expect(own.map((message) => message.getRawHeaders())).toEqual(
          model.map((message) => message.getRawHeaders()),
        );
        expect(own.map((message) => message.getHeaders())).toEqual(
          model.map((message) => message.getHeaders()),
        );
      }),
      { numRuns: numRuns(200) },
    );
  });
});
