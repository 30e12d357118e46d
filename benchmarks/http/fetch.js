/**
 * `@mortise/fetch` beside other frameworks on Bun and Deno, which are installed from npm: the ratios are to Hono.
 *
 *     npm run bench -- http:fetch [a,b,c,e,f] [--runtimes bun,deno]
 */
import { fileURLToPath } from 'node:url';
import { install } from '../../tooling/runtimes/install.js';
import { runtimes } from '../../tooling/runtimes/runtimes.js';
import { installPeers } from '../lib/peers.js';
import { workloads } from './workloads.js';

const program = (name) => fileURLToPath(new URL(`contestants/fetch/${name}.js`, import.meta.url));

export const usual = { runtimes: ['bun', 'deno'] };

export function* contests(settings, chosen = ['a', 'b', 'c', 'e', 'f']) {
  installPeers();
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
  for (const runtime of runtimes.filter(({ name }) => settings.runtimes.includes(name))) {
    const bin = install(runtime);
    if (bin === null) throw new Error(`${runtime.name} could not be installed`);
    for (const letter of chosen) {
      const { title, ...workload } = workloads[letter];
      yield {
        ...workload,
        title: `${runtime.name} ${runtime.version}, ${letter}: ${title}`,
        names: ['hono', 'mortise'],
        ours: ['mortise'],
        command: (name) => runtime.command(bin, program(name)).flat(),
        program,
      };
    }
  }
}
