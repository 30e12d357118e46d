/** When an application closes that several applications mount, or that is also served itself. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createApp, serve, type ServerHandle } from '../src/index.js';
import { inProcess, overSocket } from '../src/testing/index.js';

const servers: ServerHandle[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function served(app: Parameters<typeof serve>[0]): Promise<ServerHandle> {
  const server = await serve(app, { port: 0 });
  servers.push(server);
  return server;
}

/** An application with a resource, and how often that was released. */
function shared() {
  const app = createApp();
  app.get('/', (_request, response) => response);
  const state = { app, closed: 0 };
  app.onClose(() => void state.closed++);
  return state;
}
function mounting(inner: ReturnType<typeof createApp>) {
  const app = createApp();
  app.mount('/inner', inner);
  return app;
}

describe('an application that is mounted in two others', () => {
  it('is closed with the last server of either', async () => {
    const inner = shared();
    const first = await served(mounting(inner.app));
    const second = await served(mounting(inner.app));
    await first.close();
    expect(inner.closed).toBe(0);
    await second.close();
    expect(inner.closed).toBe(1);
  });

  it('stays open while a server of its own does', async () => {
    const inner = shared();
    const outer = await served(mounting(mounting(inner.app)));
    const own = await served(inner.app);
    await outer.close();
    expect(inner.closed).toBe(0);
    await own.close();
    expect(inner.closed).toBe(1);
  });

  it('is left open by its own last server while a server of one that mounts it is open', async () => {
    const inner = shared();
    const own = await served(inner.app);
    const app = createApp();
    const outer = await served(app);
    app.mount('/inner', inner.app);
    await own.close();
    expect(inner.closed).toBe(0);
    await outer.close();
    expect(inner.closed).toBe(1);
  });

  it('is closed with the first one that closes if no server serves it', async () => {
    const inner = shared();
    inProcess(mounting(inner.app));
    await mounting(inner.app).close();
    expect(inner.closed).toBe(1);
  });

  it('is closed with a test over a socket', async () => {
    const inner = shared();
    const client = overSocket(mounting(inner.app));
    await client.get('/inner');
    await client.close();
    expect(inner.closed).toBe(1);
  });

  it('is counted once if it mounts the one that mounts it', async () => {
    const inner = shared();
    const outer = mounting(inner.app);
    inner.app.mount('/outer', outer);
    const [first, second] = [await served(outer), await served(inner.app)];
    const response = await fetch(`${first.url}/inner`);
    expect(response.status).toBe(200);
    expect(second.ready).toBe(true);
  });
});
