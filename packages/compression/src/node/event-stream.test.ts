import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { isEventStream } from '../compressible.js';
import { compression } from './index.js';

const TEXT = 'the quick brown fox '.repeat(200);

describe('isEventStream', () => {
  it.each([
    'text/event-stream',
    'Text/Event-Stream',
    'text/event-stream;charset=utf-8',
    'TEXT/EVENT-STREAM \t; charset=utf-8',
  ])('is true of %j', (type) => {
    expect(isEventStream(type)).toBe(true);
  });

  it.each(['', 'text/html', 'text/event-streams', 'text/event-stream/x', 'x-text/event-stream'])(
    'is false of %j',
    (type) => {
      expect(isEventStream(type)).toBe(false);
    },
  );
});

describe('compression', () => {
  it.each([
    ['Text/Event-Stream; charset=utf-8', 'gzip'],
    ['text/event-streams', 'br'],
  ])('recognizes event streams by their media type in any case: %s', async (type, coding) => {
    const request = factories.createServerRequest('GET', '/');
    const inner = factories
      .createResponse()
      .withHeader('Content-Type', type)
      .withBody(factories.createStream(TEXT));
    const response = await compression({ factories }).process(
      request.withHeader('Accept-Encoding', 'gzip, br'),
      { handle: () => inner },
    );
    expect(response.getHeader('Content-Encoding')).toEqual([coding]);
  });
});
