import { expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import { canonicalUrl, createApp } from '../index.js';

it.each(implementations)(
  'canonicalUrl reads a path of many slashes once, not once from each, on %s',
  async (_name, factories) => {
    const app = createApp({ factories });
    app.add(canonicalUrl({ slash: 'never' }));
    // A search from each slash takes minutes.
    const path = `/${'/'.repeat(350_000)}a/`;
    const response = await app.handle(requestsOf(factories).get(`http://h${path}`));
    expect(response.getStatusCode()).toBe(404);
  },
);
