import { afterEach, describe, expect, it } from '@jest/globals';
import { closeServers, serving } from '../../test/serving.js';
import { lastGet, readResponses, talk } from '../../test/wire.js';

afterEach(closeServers);

describe('an answer that no handler gave', () => {
  it.each([
    [413, 'Content Too Large', 'Content Too Large'],
    [509, '', '509'],
  ])('to an error with status %d has the phrase of the registry', async (status, reason, body) => {
    const { port } = await serving(() =>
      Promise.reject(Object.assign(new Error('no'), { status })),
    );
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.status, response?.reason, response?.body.toString()]).toEqual([
      status,
      reason,
      body,
    ]);
  });
});
