import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { openTelemetry } from './index.js';

describe('the options of openTelemetry', () => {
  it('leave it the name that applications list', () => {
    expect(openTelemetry()).toHaveProperty('name', 'openTelemetry');
  });

  it.each<[string, string, object]>([
    ['an unknown name', 'tracers', { tracers: 1 }],
    ['a tracer without startSpan', 'tracer', { tracer: {} }],
    ['a meter without counters', 'meter', { meter: { createHistogram: () => null } }],
    ['an unknown name of capture', 'capture.headers', { capture: { headers: [] } }],
    ['a path to skip', 'skip', { skip: '/health' }],
    ['a text as list', 'capture.requestHeaders', { capture: { requestHeaders: 'accept' } }],
    [
      'a value that is not a name',
      'capture.responseHeaders[1]',
      { capture: { responseHeaders: ['a', 'a b'] } },
    ],
    [
      'credentials',
      'capture.requestHeaders[0]',
      { capture: { requestHeaders: ['Authorization'] } },
    ],
    ['cookies', 'capture.responseHeaders[0]', { capture: { responseHeaders: ['Set-Cookie'] } }],
  ])('refuse %s', (_, option, options) => {
    expect(() => openTelemetry(options)).toThrow(OptionError);
    expect(() => openTelemetry(options)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `openTelemetry.${option}` }),
    );
  });

  it.each([
    'Authorization',
    'Proxy-Authorization',
    'Cookie',
    'Set-Cookie',
    'X-API-Key',
    'X-CSRF-Token',
  ])('never capture %s', (name) => {
    for (const list of ['requestHeaders', 'responseHeaders'])
      expect(() => openTelemetry({ capture: { [list]: [name] } })).toThrow('carries no secrets');
  });

  it.each(['X-Cookie-Policy', 'X-Authorization-Hint'])('capture %s', (name) => {
    expect(() => openTelemetry({ capture: { requestHeaders: [name] } })).not.toThrow();
  });
});
