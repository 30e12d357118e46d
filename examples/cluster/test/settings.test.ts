import { describe, expect, it } from '@jest/globals';
import { settingsFrom } from '../src/settings.js';

describe('the proxies of a process', () => {
  it.each([
    [undefined, ['127.0.0.1']],
    ['', []],
    [' ::1, 10.0.0.0/8,', ['::1', '10.0.0.0/8']],
  ])('of %j are %j', (PROXIES, proxies) => {
    expect(settingsFrom({ PROXIES }).proxies).toEqual(proxies);
  });

  it('are refused by the name of the variable', () => {
    expect(() => settingsFrom({ PROXIES: 'proxy.example' })).toThrow(/^PROXIES: /);
  });
});
