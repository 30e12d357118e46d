/**
 * A server in a process of its own, observed by the agent of `agent-setup.cjs`, which is loaded when the variable `WHEN`
 * says: before `serve`, after it, or never by this program; `OPTIONS` are more options of `serve`. Each response is the trace that is active in its handler, before
 * and after it has waited, and the user that the handler has set. Prints its port.
 */
import { factories } from '@mortise/message';

interface Agent {
  trace(): string | undefined;
  setUser?(id: string): void;
  user?(): string | undefined;
  spans?(): readonly string[];
}

const { WHEN: when, TLS: secure, OPTIONS: options = '{}' } = process.env;
const setup = './agent-setup.cjs';
const agentOf = (): Agent => Reflect.get(globalThis, 'agent') as Agent;
const psk = Buffer.alloc(32, 7);
const tls = {
  pskCallback: () => psk,
  ciphers: 'PSK+HIGH:@SECLEVEL=0',
  maxVersion: 'TLSv1.2' as const,
};

if (when === 'before') await import(setup);
const { serve } = await import('../src/index.js');
const server = await serve(
  async (request) => {
    const agent = agentOf();
    const path = request.getRequestTarget();
    const before = agent.trace();
    agent.setUser?.(path);
    await new Promise(setImmediate);
    const user = agent.user?.() ?? path;
    const text =
      path === '/spans'
        ? JSON.stringify(agent.spans?.())
        : [path, user, before, agent.trace()].join(' ');
    return factories.createResponse().withBody(factories.createStream(text));
  },
  {
    factories,
    port: 0,
    ...(JSON.parse(options) as object),
    ...(secure !== undefined && { tls }),
  },
);
if (when === 'after') await import(setup);
console.log(server.port);
