import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { upgradeTo } from '@mortise/base/upgrade';
import { ask, client, closeClients } from '../../test/http2-client.js';
import { answer, closeServers, serving } from '../../test/serving.js';
import { waitFor } from '../../test/wait-for.js';
import { lastGet, talk } from '../../test/wire.js';
import type { RequestTrace } from '../index.js';

const FINISH = 'mortise:request:finish';
const lines: string[] = [];
const note = (trace: unknown): void => {
  const { request, end } = trace as RequestTrace;
  lines.push(`${request.getRequestTarget()} ${end?.status} ${end?.bytes}`);
};

afterEach(() => {
  unsubscribe(FINISH, note);
  lines.length = 0;
  closeClients();
  return closeServers();
});

describe('mortise:request:finish has one event for a request', () => {
  it('over HTTP/1.1', async () => {
    subscribe(FINISH, note);
    const { port } = await serving(() => answer('text'));
    await talk(port, lastGet('/1'));
    await waitFor(() => lines.length > 0);
    expect(lines).toEqual(['/1 200 4']);
  });

  it('over HTTP/2', async () => {
    subscribe(FINISH, note);
    const { url } = await serving(() => answer('text'), { http2: true });
    await ask(client(url), { ':path': '/2' });
    await waitFor(() => lines.length > 0);
    expect(lines).toEqual(['/2 200 4']);
  });

  it('that switched protocols, at the end of its connection', async () => {
    subscribe(FINISH, note);
    const open: Socket[] = [];
    const { port } = await serving(
      () => upgradeTo(answer(), 'websocket', ({ socket }) => void open.push(socket as Socket)),
      { upgrades: true },
    );
    const talked = talk(
      port,
      'GET /3 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    await waitFor(() => open.length > 0);
    expect(lines).toEqual([]);
    open[0]?.destroy();
    await talked;
    await waitFor(() => lines.length > 0);
    expect(lines).toEqual(['/3 101 0']);
  });

  it('that was subscribed to after the server had started', async () => {
    const { port } = await serving(() => answer('text'));
    await talk(port, lastGet('/before'));
    subscribe(FINISH, note);
    await talk(port, lastGet('/after'));
    await waitFor(() => lines.length > 0);
    expect(lines).toEqual(['/after 200 4']);
  });
});
