import type { MessageInterface } from '@mortise/http-message';
import type { Rules } from '../conformance-case.js';
import { expectEachRefused, expectEqual, expectThat, expectThrow } from '../expect.js';
import type { MessageSubject } from './subjects.js';

const BAD_NAMES = [
  ...['', ' ', 'X Y', ' X', 'X ', '\tX', 'X:', 'X\r\nY', 'X\n', 'X\r', 'X\0', 'X\x7f', 'X\x1f'],
  ...Array.from('(),/:;<=>?@[\\]{}"', (delimiter) => `X${delimiter}Y`),
  ...['X-\u00c4', '\u212a', 'X\u2028'],
];
const BAD_VALUES = [
  ...['a\nb', 'a\rb', 'a\r\nb', 'a\r\n b', 'a\0b', 'a\n', '\na', 'a\r', '\0', '\v', 'a\fb'],
  ...['a\x01b', 'a\x1fb', 'a\x7fb', 'a\u0100', '\u20ac', '\ud83d\ude00', '\ud800', 'a\u2028b'],
];

/** What `withHeader`, `withAddedHeader` and `withoutHeader` return. */
export const writingHeaders: Rules<MessageSubject> = {
  'withHeader leaves the original untouched'({ create }) {
    const original = create().withHeader('X-Name', 'old');
    original.withHeader('X-Name', 'new');
    original.withHeader('X-Other', 'new');
    expectEqual(original.getRawHeaders(), ['X-Name', 'old'], 'the original');
  },

  'withHeader replaces every value, whatever the case of the name'({ create }) {
    const message = create().withHeader('X-Name', ['1', '2']).withHeader('x-nAME', '3');
    expectEqual(message.getHeader('X-Name'), ['3'], 'getHeader()');
  },

  'withHeader replaces an older header at its position, with the new case of the name'({ create }) {
    const message = create()
      .withHeader('A', ['1', '2'])
      .withHeader('B', '3')
      .withHeader('a', ['4', '5']);
    expectEqual(message.getRawHeaders(), ['a', '4', 'a', '5', 'B', '3'], 'getRawHeaders()');
    expectEqual(Object.keys(message.getHeaders()), ['a', 'B'], 'the names in getHeaders()');
  },

  'withHeader adds a new header at the end'({ create }) {
    const message = create().withHeader('Z', '1').withHeader('A', '2');
    expectEqual(message.getRawHeaders(), ['Z', '1', 'A', '2'], 'getRawHeaders()');
  },

  'withHeader copies its list'({ create }) {
    const values = ['1', '2'];
    const message = create().withHeader('X-Name', values);
    values.push('3');
    values[0] = 'changed';
    expectEqual(message.getHeader('X-Name'), ['1', '2'], 'the header after the list was changed');
  },

  'withHeader removes spaces and tabs around a value, but none inside'({ create }) {
    const message = create().withHeader('X-Name', [' \ta \t b\t ', ' \t ']);
    expectEqual(message.getHeader('X-Name'), ['a \t b', ''], 'getHeader()');
  },

  'whitespace that is not space or tab is part of a value, even at its ends'({ create }) {
    const values = ['\u00a0a\u00a0', '\u0085', ' \u00a0\t'];
    const kept = ['\u00a0a\u00a0', '\u0085', '\u00a0'];
    const message = create().withHeader('X', values);
    expectEqual(message.getHeader('X'), kept, 'getHeader() after withHeader');
    const added = message.withAddedHeader('X', values).getHeader('X');
    expectEqual(added, [...kept, ...kept], 'getHeader() after withAddedHeader');
  },

  'withHeader accepts every character of a token in a name'({ create }) {
    const name = "!#$%&'*+-.^_`|~09azAZ";
    expectEqual(create().withHeader(name, 'x').getHeader(name), ['x'], 'getHeader()');
  },

  'withHeader accepts visible ASCII, space, tab and U+0080 to U+00FF in a value'({ create }) {
    const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at)).join('');
    const value = `a\t\u0080\u00e9\u00ff${ascii}z`;
    expectEqual(create().withHeader('X', value).getHeader('X'), [value], 'getHeader()');
  },

  'withHeader accepts an empty value'({ create }) {
    expectEqual(create().withHeader('X', '').getHeader('X'), [''], 'getHeader()');
  },

  'withHeader refuses a name that is not a token, including a trailing newline'({ create }) {
    refuseNames((name) => create().withHeader(name, 'x'));
  },

  'withHeader refuses a control character in a value, including a trailing newline'({ create }) {
    refuseValues((value) => create().withHeader('X', value));
  },

  'withHeader refuses an empty list of values'({ create }) {
    const none: string[] = [];
    expectThrow('HEADER_VALUE_INVALID', () => create().withHeader('X', none), undefined, none);
  },

  'withHeader refuses a list if one of its values is invalid'({ create }) {
    for (const values of [
      ['a', 'b\n'],
      ['a\n', 'b'],
    ]) {
      const act = () => create().withHeader('X', values);
      expectThrow('HEADER_VALUE_INVALID', act, undefined, values);
    }
  },

  'withHeader refuses a value that is not a string'({ create }) {
    refuseOtherTypes((value) => create().withHeader('X', value));
  },

  'an error about a value names the header, and does not show the value'({ create }) {
    for (const act of [
      () => create().withHeader('Authorization', 'Bearer s3cret\n'),
      () => create().withAddedHeader('Authorization', ['a', 'Bearer s3cret\n']),
    ]) {
      const { message } = expectThrow('HEADER_VALUE_INVALID', act, 'Bearer s3cret\n');
      expectThat(message.includes('Authorization'), `the message names no header: ${message}`);
      expectThat(!message.includes('s3cret'), 'the message shows the value');
    }
  },

  'withAddedHeader leaves the original untouched'({ create }) {
    const original = create().withHeader('X-Name', ['old']);
    original.withAddedHeader('X-Name', 'new');
    original.withAddedHeader('X-Other', 'new');
    expectEqual(original.getRawHeaders(), ['X-Name', 'old'], 'the original');
  },

  'withAddedHeader adds after the existing values, with the name in any case'({ create }) {
    const message = create()
      .withHeader('X-Name', '1')
      .withAddedHeader('x-name', '2')
      .withAddedHeader('X-NAME', ['3', '4']);
    expectEqual(message.getHeader('X-Name'), ['1', '2', '3', '4'], 'getHeader()');
  },

  'withAddedHeader keeps the case and the position of the header'({ create }) {
    const message = create()
      .withHeader('X-Name', '1')
      .withHeader('Other', '2')
      .withAddedHeader('x-name', '3');
    const raw = ['X-Name', '1', 'X-Name', '3', 'Other', '2'];
    expectEqual(message.getRawHeaders(), raw, 'getRawHeaders()');
  },

  'withAddedHeader adds a new header at the end'({ create }) {
    const message = create().withHeader('Z', '1').withAddedHeader('a', ['2', '3']);
    expectEqual(message.getRawHeaders(), ['Z', '1', 'a', '2', 'a', '3'], 'getRawHeaders()');
  },

  'withAddedHeader removes spaces and tabs around a value'({ create }) {
    const message = create().withHeader('X', '1').withAddedHeader('X', '\t 2 ');
    expectEqual(message.getHeader('X'), ['1', '2'], 'getHeader()');
  },

  'withAddedHeader copies its list'({ create }) {
    const values = ['1'];
    const message = create().withAddedHeader('X', values).withAddedHeader('X', values);
    values[0] = 'changed';
    expectEqual(message.getHeader('X'), ['1', '1'], 'the header after the list was changed');
  },

  'withAddedHeader refuses a name that is not a token, including a trailing newline'({ create }) {
    refuseNames((name) => create().withAddedHeader(name, 'x'));
  },

  'withAddedHeader refuses a control character in a value, including a trailing newline'({
    create,
  }) {
    refuseValues((value) => create().withHeader('X', '1').withAddedHeader('X', value));
    refuseOtherTypes((value) => create().withAddedHeader('X', value));
    expectThrow('HEADER_VALUE_INVALID', () => create().withAddedHeader('X', []));
  },

  'a refused header leaves the message unchanged'({ create }) {
    const message = create().withHeader('X', '1');
    expectThrow('HEADER_VALUE_INVALID', () => message.withHeader('X', ['2', '3\n']));
    expectThrow('HEADER_VALUE_INVALID', () => message.withAddedHeader('X', ['2', '3\n']));
    expectEqual(message.getRawHeaders(), ['X', '1'], 'the message');
  },

  'withoutHeader leaves the original untouched'({ create }) {
    const original = create().withHeader('X', ['1', '2']);
    original.withoutHeader('X');
    expectEqual(original.getRawHeaders(), ['X', '1', 'X', '2'], 'the original');
  },

  'withoutHeader removes every value of a name in any case, and no other'({ create }) {
    const message = create()
      .withHeader('A', '1')
      .withHeader('X-Name', ['2', '3'])
      .withHeader('B', '4')
      .withoutHeader('x-nAME');
    expectEqual(message.getRawHeaders(), ['A', '1', 'B', '4'], 'getRawHeaders()');
  },

  'withoutHeader of an absent header is not an error'({ create }) {
    const message = create().withHeader('A', '1').withoutHeader('B').withoutHeader('X Y');
    expectEqual(message.getRawHeaders(), ['A', '1'], 'getRawHeaders()');
  },
};

function refuseNames(act: (name: string) => MessageInterface): void {
  expectEachRefused('HEADER_NAME_INVALID', BAD_NAMES, act);
}

function refuseValues(act: (value: string) => MessageInterface): void {
  expectEachRefused('HEADER_VALUE_INVALID', BAD_VALUES, act);
}

function refuseOtherTypes(act: (value: string) => MessageInterface): void {
  for (const value of [null, {}, [null], [['a']], true]) {
    expectThrow('HEADER_VALUE_INVALID', () => act(value as never), undefined, value);
  }
}
