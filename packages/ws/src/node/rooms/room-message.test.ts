import { describe, expect, it } from '@jest/globals';
import { decodeRoomMessage, encodeRoomMessage } from './room-message.js';

describe('a message to a room', () => {
  it('keeps the byte order mark at the beginning of a text', () => {
    const sent = { message: '\ufeffa', except: '' };
    expect(decodeRoomMessage(encodeRoomMessage(sent))).toEqual(sent);
  });
});
