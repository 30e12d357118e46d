import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { factories, MessageError } from '../src/index.js';
import { soup } from './properties.js';

const name = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'A',
      'a',
      'Set-Cookie',
      'set-cookie',
      '__proto__',
      'constructor',
      'toString',
      '7',
    ),
  },
  { weight: 2, arbitrary: soup("aZ-_^~!#$%&'*+.`|", 6) },
);
const hostileName = fc.oneof(name, soup('aZ-_:;, \t\r\n\0\x7fé\u212a()<>@{}', 6));
const value = fc.oneof(soup('az, ;="\t\x80\xff', 12), fc.constantFrom('', 'v'));
const hostileValue = fc.oneof(value, soup('az \t\r\n\0\x0b\x1b\x7f\x80\xff\u0100😀', 8));

describe('withHeader', () => {
  it('accepts exactly what RFC 9110 allows (P6)', () => {
    fc.assert(
      fc.property(hostileName, hostileValue, (header, content) => {
        const wanted = isToken(header) && isValue(content.replace(/^[ \t]+|[ \t]+$/g, ''));
        expect(accepts(header, content)).toBe(wanted);
      }),
      { numRuns: numRuns() },
    );
  });

  it('accepts nothing that the platform refuses to send (P6)', () => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    fc.assert(
      fc.property(hostileName, hostileValue, (header, content) => {
        if (!accepts(header, content)) return;
        const stored = factories.createResponse().withHeader(header, content).getHeaderLine(header);
        response.setHeader(header, stored);
        new Headers().set(header, stored);
      }),
      { numRuns: numRuns() },
    );
  });
});

describe('headers', () => {
  it('are found in any case, in order, under the case of the first (P7)', () => {
    const change = fc.record({
      replace: fc.boolean(),
      header: name.filter(isToken),
      content: value,
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let message = factories.createResponse();
        const model = new Map<string, { spelling: string; values: string[] }>();
        for (const { replace, header, content } of changes) {
          const stored = content.replace(/^[ \t]+|[ \t]+$/g, '');
          const known = model.get(header.toLowerCase());
          message = replace
            ? message.withHeader(header, content)
            : message.withAddedHeader(header, content);
          if (known === undefined)
            model.set(header.toLowerCase(), { spelling: header, values: [stored] });
          else if (replace) Object.assign(known, { spelling: header, values: [stored] });
          else known.values.push(stored);
        }
        const all = [...model.values()];
        for (const { spelling, values } of all) {
          expect(message.getHeader(spelling.toUpperCase())).toEqual(values);
          expect(message.getHeaderLine(spelling.toLowerCase())).toBe(values.join(', '));
          expect(message.hasHeader(spelling)).toBe(true);
        }
        const byName = Object.fromEntries(all.map(({ spelling, values }) => [spelling, values]));
        expect(Object.entries(message.getHeaders()).sort()).toEqual(Object.entries(byName).sort());
        expect(message.getRawHeaders()).toEqual(
          all.flatMap(({ spelling, values }) => values.flatMap((one) => [spelling, one])),
        );
      }),
      { numRuns: numRuns(200) },
    );
  });
});

function accepts(header: string, content: string): boolean {
  try {
    factories.createResponse().withHeader(header, content);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(MessageError);
    return false;
  }
}

function isToken(text: string): boolean {
  const allowed = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return text !== '' && Array.from(text).every((character) => allowed.includes(character));
}

function isValue(text: string): boolean {
  return Array.from(text).every((character) => {
    const code = character.codePointAt(0) ?? 0;
    return code === 9 || (code >= 0x20 && code <= 0x7e) || (code >= 0x80 && code <= 0xff);
  });
}
