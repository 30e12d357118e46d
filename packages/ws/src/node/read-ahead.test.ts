import { describe, expect, it } from '@jest/globals';
import { ReadAhead } from './read-ahead.js';

function reading(limit: number) {
  const socket = {
    isPaused: false,
    pause: () => void (socket.isPaused = true),
    resume: () => void (socket.isPaused = false),
  };
  return { socket, ahead: new ReadAhead(socket, limit) };
}

describe('reading ahead', () => {
  it('stops when more than the limit waits, and goes on when no more than it does', () => {
    const { socket, ahead } = reading(300);
    ahead.add(100);
    ahead.add(0); // 128 + 128 + 100 > 300
    expect(socket.isPaused).toBe(true);
    ahead.remove(100);
    expect(socket.isPaused).toBe(false);
  });

  it('stops for many empty messages', () => {
    const { socket, ahead } = reading(128 * 3);
    for (let count = 0; count < 3; count++) ahead.add(0);
    expect(socket.isPaused).toBe(false);
    ahead.add(0);
    expect(socket.isPaused).toBe(true);
  });

  it('stops for nothing after the end', () => {
    const { socket, ahead } = reading(10);
    ahead.add(100);
    ahead.end();
    ahead.add(100);
    expect(socket.isPaused).toBe(false);
  });

  it('says whether it stood still at any time since it was asked', () => {
    const { ahead } = reading(10);
    expect(ahead.wasPaused()).toBe(false);
    ahead.add(100);
    ahead.remove(100);
    expect([ahead.wasPaused(), ahead.wasPaused()]).toEqual([true, false]);
    ahead.add(100);
    expect([ahead.wasPaused(), ahead.wasPaused()]).toEqual([true, true]);
    ahead.remove(100);
    expect([ahead.wasPaused(), ahead.wasPaused()]).toEqual([true, false]);
  });
});
