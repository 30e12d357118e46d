import { expect, it } from '@jest/globals';
import { passedCookies } from '@mortise/base/adapter';
import { factories } from '@mortise/message';
import * as z from 'zod';
import { endpoint } from '../index.js';

const user = z.object({ user: z.string().optional() });

it.each([
  ['describes them', { cookies: user }, 'user=ada', true],
  ['describes them, without cookies', { cookies: user }, '', false],
  ['does not describe them', { query: user }, 'user=ada', false],
])(
  'httpCache knows that a response depends on cookies if the endpoint %s',
  async (_what, description, cookies, expected) => {
    const bare = factories.createServerRequest('GET', '/');
    const request = cookies === '' ? bare : bare.withHeader('Cookie', cookies);
    const handle = endpoint(description, (_request, response) => response);
    await handle(request, factories.createResponse(), {});
    expect(passedCookies(request)).toBe(expected);
  },
);
