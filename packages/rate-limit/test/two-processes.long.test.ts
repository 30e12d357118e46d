import { expect, it } from '@jest/globals';
import { onTwoProcesses } from '../../../tooling/testing/two-processes.js';

const program = new URL('limit-server.ts', import.meta.url);

onTwoProcesses('limits of two processes', program, (urlOf) => {
  it('allow exactly 100 of 300 requests', async () => {
    const requests = Array.from({ length: 300 }, (_, at) => fetch(urlOf(at)));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    const count = (status: number) => statuses.filter((each) => each === status).length;
    expect([count(200), count(429)]).toEqual([100, 200]);
  });
});
