import { describe, expect, it } from '@jest/globals';
import { certify } from '@mortise/message-conformance';
import { decorateRequest, decorateResponse } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';

describe.each(implementations)('decorated messages over %s', (_name, factories) => {
  it('keep the contract of what they decorate, except that they parse bodies and that withAttributes replaces all attributes', async () => {
    const { failures, passed } = await certify({
      ...factories,
      createServerRequest: (...parameters) =>
        decorateRequest(factories.createServerRequest(...parameters)),
      createServerRequestFromSource: (source) =>
        decorateRequest(factories.createServerRequestFromSource(source)),
      createResponse: (...parameters) =>
        decorateResponse(factories.createResponse(...parameters), factories),
    });
    const names = failures.map((failure) => failure.case.name.replace(/ \(.*/, ''));
    expect([...new Set(names)]).toEqual([
      // It parses the body when that is read.
      'reading the parsed body or the uploads notifies the listener of the lifetime while the parsed body is unset',
      // It sets one attribute, then others by withAttributes, and looks for both.
      'values are kept by reference',
      'withAttributes sets several, keeps the others and leaves the original untouched',
      // They are those of the implementation that it decorates.
      'a server request carries all factories of its implementation',
    ]);
    expect(passed).toBeGreaterThan(100);
  });
});
