import { expect, it } from '@jest/globals';
import { onTwoProcesses } from '../../../tooling/testing/two-processes.js';

const program = new URL('session-server.ts', import.meta.url);

onTwoProcesses('sessions of two processes', program, (urlOf) => {
  it('keep 200 of 200 concurrent updates', async () => {
    const cookie = await newSession();
    const requests = Array.from({ length: 200 }, (_, at) => get(at, `/add/${at}`, cookie));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(200);
    // One update and the key 0 are those of the first request.
    expect(await (await get(0, '/show', cookie)).text()).toBe('201 200');
  });

  it('keep a logout among 200 concurrent updates', async () => {
    const cookie = await newSession();
    const requests = Array.from({ length: 200 }, (_, at) =>
      get(at, at === 100 ? '/logout' : `/add/${at}`, cookie),
    );
    const responses = await Promise.all(requests);
    // An update of the old session never sets a cookie; one that came after the logout begins a session.
    expect(responses.map(({ status }) => status).every((status) => status === 200)).toBe(true);
    expect(await (await get(1, '/show', cookie)).text()).toBe('undefined 0');
  });

  /** @returns the cookie of a session in which one update is stored */
  async function newSession(): Promise<string> {
    const response = await get(0, '/add/0', '');
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  function get(at: number, path: string, Cookie: string): Promise<Response> {
    return fetch(new URL(path, urlOf(at)), { headers: { Cookie } });
  }
});
