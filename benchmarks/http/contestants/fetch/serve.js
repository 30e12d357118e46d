import { PORT } from '../../contract.js';

/** Serves a fetch handler with the server of the runtime. */
export function serve(handler) {
  const options = { port: PORT, hostname: '127.0.0.1' };
  if (globalThis.Bun !== undefined) Bun.serve({ ...options, fetch: (request) => handler(request) });
  else Deno.serve({ ...options, onListen: () => {} }, (request) => handler(request));
}
