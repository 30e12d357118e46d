import { describe, expect, it } from '@jest/globals';
import { memoryPubSub } from '@mortise/pubsub';
import { decodeRoomMessage, encodeRoomMessage } from './room-message.js';

describe('a message to a room', () => {
  const LARGEST = 1_048_512;
  const uuid = crypto.randomUUID();

  it.each(['', `${uuid}-${Number.MAX_SAFE_INTEGER}`])(
    'has the same limit, and fits a bus, with the excluded socket %j',
    async (except) => {
      const bus = memoryPubSub();
      for (const message of [
        'a'.repeat(LARGEST),
        'é'.repeat(LARGEST / 2),
        new Uint8Array(LARGEST),
      ]) {
        const bytes = encodeRoomMessage({ message, except });
        expect(await bus.publish('room', bytes)).toBe('');
      }
      const tooLarge = [
        'a'.repeat(LARGEST + 1),
        'é'.repeat(LARGEST / 2 + 1),
        new Uint8Array(LARGEST + 1),
      ];
      for (const message of tooLarge)
        expect(() => encodeRoomMessage({ message, except })).toThrow(
          expect.objectContaining({ code: 'PUBSUB_MESSAGE_TOO_LARGE' }),
        );
    },
  );

  it('keeps the byte order mark at the beginning of a text', () => {
    const sent = { message: '\ufeffa', except: '' };
    expect(decodeRoomMessage(encodeRoomMessage(sent))).toEqual(sent);
  });
});
