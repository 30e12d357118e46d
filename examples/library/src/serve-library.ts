import { type AppInterface, serve, type ServerHandle } from 'mortise';
import { metricsHandler } from '@mortise/metrics';
import type { Registry } from 'prom-client';
import type { Settings } from './settings.js';

/** Serves the library, and on a port of its own the page for Prometheus, which names all routes. */
export async function serveLibrary(
  app: AppInterface,
  { host, port, metricsPort, proxies }: Settings,
  registry: Registry,
): Promise<ServerHandle> {
  const server = await serve(app, {
    host,
    port,
    upgrades: true,
    limits: { requestTimeout: 3_600_000 }, // the file of an import is read as fast as it is stored
    ...(proxies.length > 0 && { trustProxy: proxies }),
  });
  if (metricsPort === 0) return server;
  try {
    const page = await serve(metricsHandler({ registry }), {
      factories: app.factories,
      host,
      port: metricsPort,
    });
    server.onClosed(() => page.close());
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}
