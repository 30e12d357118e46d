import { expect, it } from '@jest/globals';
import { HTTP_ERROR } from '@mortise/base';
import { factories } from '@mortise/message';
import { recorder } from '../../../test/failing-app.js';
import { requestsOf } from '../../../test/requests-of.js';
import { createApp } from '../../index.js';

it.each(['application/problem+json', 'application/json'])(
  'the response to an error keeps its status if its problem cannot be written as %s',
  async (accept) => {
    const app = createApp({ factories, logger: recorder().logger });
    app.get('/', () => {
      const members = { status: 409, code: 'TAKEN', problem: { id: 7n }, [HTTP_ERROR]: true };
      throw Object.assign(new Error('taken'), members);
    });
    const response = await app.handle(requestsOf(factories).get('/', { Accept: accept }));
    const body: unknown = JSON.parse(await response.getBody().text());
    expect([response.getStatusCode(), body]).toEqual([
      409,
      expect.objectContaining({ code: 'TAKEN' }),
    ]);
    expect(body).not.toHaveProperty('id');
  },
);
