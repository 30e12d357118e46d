import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { errorOf } from '../test/error-of.js';
import { formatEvent, type ServerEvent } from './server-event.js';

describe('formatEvent', () => {
  it.each<[ServerEvent, string]>([
    [{ data: 'a' }, 'data: a\n\n'],
    [{ data: '' }, 'data: \n\n'],
    [{ data: ' a' }, 'data:  a\n\n'],
    [{ data: 'a\nb' }, 'data: a\ndata: b\n\n'],
    [{ data: 'a\r\nb\rc\n' }, 'data: a\ndata: b\ndata: c\ndata: \n\n'],
    [{ data: '\n\n' }, 'data: \ndata: \ndata: \n\n'],
    [{ data: { a: [1, 'x\n'] } }, 'data: {"a":[1,"x\\n"]}\n\n'],
    [{ data: 'é\u2028' }, 'data: é\u2028\n\n'],
    [
      { data: 'a', event: 'sold', id: '7', retry: 1000 },
      'event: sold\nid: 7\nretry: 1000\ndata: a\n\n',
    ],
    [{ data: 'a', retry: 0 }, 'retry: 0\ndata: a\n\n'],
    [{ data: 'a', event: 'a: b', id: '' }, 'event: a: b\nid: \ndata: a\n\n'],
    [{ data: 'a', event: '' }, 'event: \ndata: a\n\n'],
    [{ comment: 'hello' }, ': hello\n\n'],
    [{ comment: 'a\r\ndata: b' }, ': a\n: data: b\n\n'],
  ])('writes %j as %j', (event, text) => {
    expect(formatEvent(event)).toBe(text);
  });

  it.each<object>([
    { data: 'a', event: 'x\ndata: forged' },
    { data: 'a', event: 'x\r' },
    { data: 'a', event: 'x\0' },
    { data: 'a', id: '7\n\ndata: forged' },
    { data: 'a', id: '\r7' },
    { data: 'a', id: '\0' },
    { data: 'a', id: 7 },
    { data: 'a', type: 'sold' },
    { data: 'a', retry: -1 },
    { data: 'a', retry: 1.5 },
    { data: undefined },
    { data: () => 7 },
    { data: Number.NaN },
    { data: [new Map([[1, 2]])] },
    { data: { a: undefined, b: [Infinity] } },
    { comment: 'a', data: 'b' },
    { comment: 'a', id: '7' },
    { comment: 'a', event: 'sold' },
    { comment: 'a', retry: 7 },
  ])('refuses %j', (event) => {
    const error = errorOf(() => formatEvent(event as ServerEvent));
    expect(error).toMatchObject({ code: 'EVENT_INVALID' });
  });

  it.each([['hello'], [null], [undefined], [7]])('refuses %j, which is not an event', (value) => {
    const error = errorOf(() => formatEvent(value as never));
    const message = expect.stringMatching(/^invalid event: received .*; expected an object/);
    expect(error).toMatchObject({ code: 'EVENT_INVALID', value, message: message as unknown });
  });

  it('refuses data with a cycle, a bigint or a toJSON that fails, with the cause', () => {
    const cycle: { self?: object } = {};
    cycle.self = cycle;
    const failure = new Error('closed');
    const failing = {
      toJSON: () => {
        throw failure;
      },
    };
    for (const data of [cycle, { count: 1n }, failing]) {
      const error = errorOf(() => formatEvent({ data }));
      expect(error).toMatchObject({ code: 'EVENT_INVALID', value: data });
    }
    expect(errorOf(() => formatEvent({ data: failing }))).toHaveProperty('cause', failure);
  });

  it.each([
    ['event', 'x\n'],
    ['id', 7],
    ['retry', -1],
    ['data', undefined],
    ['comment', 7],
    ['comment', undefined],
  ])('reports the value of an invalid %s', (field, value) => {
    const error = errorOf(() => formatEvent({ data: '', [field]: value }));
    const message = expect.stringMatching(new RegExp(`^invalid event ${field}: received `));
    expect(error).toMatchObject({ code: 'EVENT_INVALID', value, message: message as unknown });
  });

  it.each([
    ['type', 'event'],
    ['name', 'data, event, id or retry'],
  ])('names the unknown member %s, and what it expects', (member, expected) => {
    const message = `invalid event: received the unknown member "${member}"; expected ${expected}`;
    const error = errorOf(() => formatEvent({ data: 'a', [member]: 'sold' }));
    expect(error).toMatchObject({ code: 'EVENT_INVALID', value: 'sold', message });
    expect(formatEvent({ data: 'a', [member]: undefined })).toBe('data: a\n\n');
  });

  it('is parsed back unchanged by the rules of HTML, for any text', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ':', ' ', '\r', '\n', '\0', 'data: b', 'é'),
    });
    const line = text.map((value) => value.replaceAll(/[\r\n\0]/g, ''));
    fc.assert(
      fc.property(text, line, line, text, (data, event, id, comment) => {
        const stream =
          formatEvent({ comment }) + formatEvent({ data, event, id }) + formatEvent({ comment });
        expect(eventsOf(stream)).toEqual([{ data: data.replaceAll(/\r\n|\r/g, '\n'), event, id }]);
      }),
      { numRuns: numRuns() },
    );
  });
});

/** HTML 9.2.6, as written there. */
function eventsOf(stream: string) {
  const events: { data: string; event: string; id: string }[] = [];
  let [data, event, id] = ['', '', ''];
  for (const line of stream.split(/\r\n|\r|\n/)) {
    const [, name = line, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (line === '') {
      if (data !== '') events.push({ data: data.slice(0, -1), event, id });
      [data, event] = ['', ''];
    } else if (name === 'data') data += `${value}\n`;
    else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
  }
  return events;
}
