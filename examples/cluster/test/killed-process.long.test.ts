/** One of two processes behind nginx is killed while visitors chat. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { enter, type Member } from './member.js';
import { runCluster, type RunningCluster } from './running-cluster.js';
import { behind, proxies, services } from './services-of-tests.js';
import { waitFor } from './waiting.js';

for (const proxy of proxies)
  behind(proxy)(`a process that is killed behind ${proxy}`, () => {
    let cluster: RunningCluster;
    let members: readonly Member[] = [];
    let elsewhere: Member;

    beforeAll(async () => {
      cluster = await runCluster(proxy, 2, services);
      const { url } = cluster;
      members = await Promise.all(Array.from({ length: 6 }, () => enter(url, 'tea')));
      elsewhere = await enter(url, 'coffee');
      members[0]?.send('tea');
      await waitFor(() => members.slice(1).every(({ messages }) => messages.includes('tea')));
      await cluster.kill(0);
      await waitFor(() => members.some(({ ends }) => ends.length > 0));
      // A proxy with several threads does not end the other connections at the same time.
      await Promise.all([...members, elsewhere].map((member) => member.responds()));
      await waitFor(() =>
        [...members, elsewhere].every(({ joined, ends }) => joined > ends.length),
      );
    });
    afterAll(async () => {
      await Promise.all([...members, elsewhere].map((member) => member.close()));
      await cluster.close();
    });

    it('loses its own WebSockets, and no others', () => {
      const ends = members.map((member) => member.ends.join());
      expect([...new Set(ends)].sort()).toEqual(['', '1006']);
    });

    it('does not stop its rooms: its members join again in the other process, and each gets each message once', async () => {
      const [sender, ...others] = members;
      for (const message of ['is', 'ready']) sender?.send(message);
      await waitFor(() => others.every(({ messages }) => messages.includes('ready')));
      for (const { messages } of others) expect(messages).toEqual(['tea', 'is', 'ready']);
      expect([sender?.messages, elsewhere.messages]).toEqual([[], []]);
    });

    it('leaves the other to serve each request', async () => {
      const asked = Array.from({ length: 10 }, () => fetch(`${cluster.url}/notes`));
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([200]));
    });
  });
