import type { Rules } from '../conformance-case.js';
import { expectEqual, expectNullPrototype, expectThat } from '../expect.js';
import type { MessageSubject } from './subjects.js';

/** Includes the Kelvin sign U+212A, whose lower-case form is an ASCII `k`. */
const IMPOSSIBLE_NAMES = ['', ' ', 'X Y', 'X-A\n', ' X-A', 'X-A:', 'X-\u00c4', 'X-\u212a'];

/** Rules for the getters of headers. */
export const readingHeaders: Rules<MessageSubject> = {
  'a message without headers has none'({ create }) {
    expectEqual(create().getHeaders(), {}, 'getHeaders()');
    expectEqual(create().getRawHeaders(), [], 'getRawHeaders()');
  },

  'getHeaders returns an object without a prototype'({ create }) {
    expectNullPrototype(create().getHeaders(), 'getHeaders() without headers');
    expectNullPrototype(create().withHeader('A', 'b').getHeaders(), 'getHeaders()');
  },

  'getHeaders keeps the case of names'({ create }) {
    const headers = create().withHeader('x-lOwEr', '1').withHeader('X-UPPER', '2').getHeaders();
    expectEqual(Object.keys(headers), ['x-lOwEr', 'X-UPPER'], 'the names');
  },

  'getHeaders keeps the order of names and of values'({ create }) {
    const message = create()
      .withHeader('Zebra', ['2', '1'])
      .withHeader('Ape', '3')
      .withAddedHeader('zebra', '0');
    expectEqual(Object.keys(message.getHeaders()), ['Zebra', 'Ape'], 'the order of names');
    expectEqual(message.getHeaders()['Zebra'], ['2', '1', '0'], 'the order of values');
  },

  'getRawHeaders returns alternating names and values, in order'({ create }) {
    const raw = create().withHeader('Zebra', '1').withHeader('ape', ['2', '3']).getRawHeaders();
    expectEqual(raw, ['Zebra', '1', 'ape', '2', 'ape', '3'], 'getRawHeaders()');
  },

  'getRawHeaders keeps the order of names that read as integers'({ create }) {
    const raw = create().withHeader('B', '1').withHeader('7', '2').getRawHeaders();
    expectEqual(raw, ['B', '1', '7', '2'], 'getRawHeaders()');
  },

  'Set-Cookie is never joined'({ create }) {
    const message = create()
      .withHeader('Set-Cookie', 'a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT')
      .withAddedHeader('Set-Cookie', 'b=2');
    const values = ['a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT', 'b=2'];
    expectEqual(message.getHeader('Set-Cookie'), values, "getHeader('Set-Cookie')");
    expectEqual(message.getHeaders()['Set-Cookie'], values, 'the values in getHeaders()');
    const raw = values.flatMap((value) => ['Set-Cookie', value]);
    expectEqual(message.getRawHeaders(), raw, 'getRawHeaders()');
  },

  'hasHeader finds a name in any case'({ create }) {
    const message = create().withHeader('X-Name', '1');
    for (const name of ['X-Name', 'x-name', 'X-NAME']) {
      expectThat(message.hasHeader(name), `hasHeader('${name}') is false for X-Name`);
    }
  },

  'hasHeader is false for an absent header'({ create }) {
    const message = create().withHeader('X-Name', '1');
    expectThat(!message.hasHeader('X-Nam'), 'hasHeader is true for the beginning of a name');
    expectThat(!message.hasHeader('Other'), 'hasHeader is true for an absent header');
  },

  'hasHeader is false for an invalid name'({ create }) {
    const message = create().withHeader('X-A', '1').withHeader('X-K', '2');
    for (const name of IMPOSSIBLE_NAMES) {
      expectEqual(message.hasHeader(name), false, `hasHeader(${JSON.stringify(name)})`);
    }
  },

  'getHeader finds a name in any case'({ create }) {
    const message = create().withHeader('X-Name', ['1', '2']);
    for (const name of ['X-Name', 'x-name', 'X-NAME']) {
      expectEqual(message.getHeader(name), ['1', '2'], `getHeader('${name}') of X-Name`);
    }
  },

  'getHeader returns an empty list for an absent header'({ create }) {
    expectEqual(create().getHeader('X-Name'), [], 'getHeader()');
    for (const name of IMPOSSIBLE_NAMES) {
      const values = create().withHeader('X-A', '1').withHeader('X-K', '2').getHeader(name);
      expectEqual(values, [], `getHeader(${JSON.stringify(name)})`);
    }
  },

  'getHeaderLine joins the values with a comma and a space'({ create }) {
    const message = create().withHeader('X-Name', ['1', '2']).withAddedHeader('X-Name', '3');
    expectEqual(message.getHeaderLine('X-Name'), '1, 2, 3', 'getHeaderLine()');
  },

  'getHeaderLine finds a name in any case'({ create }) {
    const message = create().withHeader('X-Name', ['1', '2']);
    expectEqual(message.getHeaderLine('x-nAME'), '1, 2', 'getHeaderLine()');
  },

  'getHeaderLine is empty for an absent header and for an empty value'({ create }) {
    expectEqual(create().getHeaderLine('X-Name'), '', 'getHeaderLine() of an absent header');
    const message = create().withHeader('X-Name', '');
    expectEqual(message.getHeaderLine('X-Name'), '', 'getHeaderLine() of an empty value');
    expectThat(message.hasHeader('X-Name'), 'a header with an empty value is absent');
  },

  'names like those of Object.prototype are ordinary header names'({ create }) {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expectThat(!create().hasHeader(name), `hasHeader('${name}') is true without headers`);
      expectEqual(create().getHeader(name), [], `getHeader('${name}') without headers`);
      const message = create().withHeader(name, 'x');
      expectEqual(message.getHeader(name), ['x'], `getHeader('${name}')`);
      expectEqual(message.getHeaderLine(name), 'x', `getHeaderLine('${name}')`);
      expectEqual(Object.keys(message.getHeaders()), [name], 'the names in getHeaders()');
    }
  },

  'changing what a header getter returned does not change the message'({ create }) {
    const message = create().withHeader('X-Name', ['1', '2']);
    tryToClear(message.getHeader('X-Name'));
    tryToClear(message.getRawHeaders());
    tryToClear(message.getHeaders()['X-Name'] ?? []);
    expectEqual(message.getRawHeaders(), ['X-Name', '1', 'X-Name', '2'], 'getRawHeaders()');
  },
};

/** Tries to empty a list that an implementation returned; it can be frozen. */
function tryToClear(list: readonly string[]): void {
  try {
    (list as string[]).length = 0;
  } catch {
    return;
  }
}
