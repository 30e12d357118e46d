import { Script } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { browserModule } from './index.js';

describe.each(implementations)('browserModule with %s', (_, factories) => {
  it('responds with a script that exports the class', async () => {
    const request = factories.createServerRequest('GET', '/shared-event-source.js');
    const response = browserModule(request, factories.createResponse());
    expect(response.getHeaderLine('Content-Type')).toBe('text/javascript; charset=utf-8');
    const script = await response.getBody().text();
    expect(script).toContain('export const SharedEventSource = class SharedEventSource');
    expect(() => new Script(script.replace('export ', ''))).not.toThrow();
  });
});
