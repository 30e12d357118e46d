import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { defaultLimits } from '../limits.js';
import { connectionOf } from './connection.js';

describe('a connection', () => {
  const used = () => {
    const connection = connectionOf(new Socket());
    connection.requests = 1;
    connection.idleTicks(100);
    return connection;
  };

  it('counts the ticks since its last activity', () => {
    const connection = used();
    expect([connection.idleTicks(100), connection.idleTicks(100)]).toEqual([1, 2]);
  });

  it('is not idle while a request is open, and starts counting again after it', () => {
    const connection = used();
    connection.idleTicks(100);
    connection.open = 1;
    expect(connection.idleTicks(100)).toBe(0);
    connection.open = 0;
    expect(connection.idleTicks(100)).toBe(1);
  });

  it('starts counting again after a request between two ticks', () => {
    const connection = used();
    connection.idleTicks(100);
    connection.requests = 2;
    expect([connection.idleTicks(200), connection.idleTicks(200)]).toEqual([0, 1]);
  });

  it('is not idle while the next request is arriving', () => {
    const connection = used();
    expect([connection.idleTicks(101), connection.idleTicks(101)]).toEqual([0, 0]);
  });

  it('is not idle before its first request', () => {
    const connection = connectionOf(new Socket());
    expect([connection.idleTicks(0), connection.idleTicks(0)]).toEqual([0, 0]);
  });

  it('handles requests in order, even if one waits', () => {
    const limits = { ...defaultLimits, pipelinedRequests: 1 };
    const connection = connectionOf(new Socket());
    connection.open = 1;
    connection.hold(limits, () => undefined);
    connection.open = 0;
    expect(connection.mustWait(limits)).toBe(true);
  });
});
