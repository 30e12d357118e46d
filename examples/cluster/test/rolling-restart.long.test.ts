/** All processes behind a proxy are replaced, one after another, while visitors add notes and listen. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listen, type Listener } from './listener.js';
import { enter, type Member } from './member.js';
import { runCluster, type RunningCluster } from './running-cluster.js';
import { behind, proxies, services } from './services-of-tests.js';
import { type Visit, visit } from './visitor.js';
import { waitFor } from './waiting.js';

/** HAProxy with the fewest, since its retries can meet the process that is away; nginx with those of `nginx.conf`. */
const SIZES = { nginx: 4, haproxy: 2 };

for (const proxy of proxies) {
  const size = SIZES[proxy];
  behind(proxy)(`a rolling restart of ${size} processes behind ${proxy}`, () => {
    let cluster: RunningCluster;
    let visits: readonly Visit[] = [];
    const listeners: Listener[] = [];
    let member: Member | undefined;

    beforeAll(async () => {
      cluster = await runCluster(proxy, size, services);
      const { url } = cluster;
      listeners.push(await listen(url), await listen(url));
      member = await enter(url, 'tea');

      let done = false;
      const visiting = Promise.all(
        ['Ada', 'Bob', 'Cid', 'Eve'].map((name) => visit(url, name, () => done)),
      );
      try {
        for (let index = 0; index < size; index++) await cluster.restart(index);
      } finally {
        done = true;
        visits = await visiting;
      }
    });
    afterAll(async () => {
      await Promise.all(listeners.map((listener) => listener.close()));
      await member?.close();
      await cluster.close();
    });

    it('loses no request', () => {
      expect(visits.flatMap(({ failures }) => failures)).toEqual([]);
      for (const { notes } of visits) expect(notes.length).toBeGreaterThan(2);
    });

    it('loses no session', () => {
      for (const { notes } of visits)
        expect(notes.map(({ yours }) => yours)).toEqual(notes.map((_, index) => index + 1));
    });

    it('tells each WebSocket that its process ends, and the next one admits it', async () => {
      await waitFor(() => member !== undefined && member.joined > member.ends.length);
      expect([...new Set(member?.ends)]).toEqual([1001]);
    });

    it('loses no event, and sends none twice, although every stream has ended', async () => {
      const added = visits.flatMap(({ notes }) => notes.map(({ id }) => id)).sort();
      await waitFor(() => listeners.every(({ ids }) => ids.length >= added.length));
      for (const { ids, gaps, streams } of listeners) {
        expect([...ids].sort()).toEqual(added);
        expect(gaps).toBe(0);
        expect(streams).toBeGreaterThan(1);
      }
    });
  });
}
