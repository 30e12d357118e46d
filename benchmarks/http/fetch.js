/**
 * `@mortise/fetch` beside other frameworks on Bun and Deno, which are installed from npm: the ratios are to Hono.
 *
 *     npm run bench -- http:fetch [a,b,c,e,f] [--runtimes bun,deno] [--contestants hono,mortise]
 *
 * `platform` has no framework. `hono-checked` and `platform-checked` do to a JSON body what Mortise does by default; they
 * take part in c alone.
 */
import { fileURLToPath } from 'node:url';
import { install } from '../../tooling/runtimes/install.js';
import { runtimes } from '../../tooling/runtimes/runtimes.js';
import { installPeers } from '../lib/peers.js';
import { workloads } from './workloads.js';

const ALL = ['hono', 'hono-checked', 'mortise', 'platform', 'platform-checked'];
const program = (name) => fileURLToPath(new URL(`contestants/fetch/${name}.js`, import.meta.url));

export const usual = { runtimes: ['bun', 'deno'], contestants: ALL };

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
        names: settings.contestants.filter((name) => letter === 'c' || !name.endsWith('-checked')),
        ours: ['mortise', 'platform'],
        command: (name) => runtime.command(bin, program(name)).flat(),
        program,
      };
    }
  }
}
