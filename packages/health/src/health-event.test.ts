import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import { health } from './index.js';

const printed: unknown[][] = [];
beforeEach(() => {
  printed.length = 0;
  const print = (...parts: unknown[]) => void printed.push(parts);
  jest.spyOn(console, 'error').mockImplementation(print);
  jest.spyOn(console, 'info').mockImplementation(print);
});
afterEach(() => {
  jest.restoreAllMocks();
});

it('without onEvent, prints the first failure of a check, and when it passes again', async () => {
  const down = new Error('password authentication failed');
  let fails = false;
  const check = () => {
    if (fails) throw down;
  };
  const app = createApp();
  app.add(health({ checks: { 'the "db"': check, cache: () => true }, maxAge: 0 }));
  for (fails of [true, true, false, false, true]) await inProcess(app).get('/health/ready');
  const failed = ['health check "the \\"db\\"" failed:', down];
  expect(printed).toEqual([failed, ['health check "the \\"db\\"" passes again'], failed]);
});

it('with onEvent, prints nothing', async () => {
  const app = createApp();
  app.add(health({ checks: { db: () => false }, onEvent: () => undefined }));
  expect((await inProcess(app).get('/health/ready')).getStatusCode()).toBe(503);
  expect(printed).toEqual([]);
});
