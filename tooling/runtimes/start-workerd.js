/**
 * Serves an entry with workerd, which needs modules by name: bundles it with the published builds of the
 * packages, and prints where it listens.
 *
 *     node start-workerd.js <folder of the programs> <entry> [nodejs_compat]
 *
 * Under `nodejs_compat` the bundle uses workerd's versions of Node's modules.
 */
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [bin, entry, ...flags] = process.argv.slice(2);
const home = dirname(dirname(bin));
// The conditions and fields of wrangler.
const bundle = [
  '--bundle',
  '--format=esm',
  '--platform=neutral',
  '--conditions=workerd,worker,browser',
  '--main-fields=browser,module,main',
  '--log-level=warning',
];
// busboy is CommonJS: it requires Node's modules, by names without prefix.
const compatible = [
  '--alias:stream=node:stream',
  '--external:node:*',
  "--banner:js=import { createRequire as requireOf } from 'node:module'; const require = requireOf('/');",
];
const { status } = spawnSync(
  join(bin, 'esbuild'),
  [
    entry,
    ...bundle,
    ...(flags.includes('nodejs_compat') ? compatible : []),
    `--outfile=${join(home, 'bundle.js')}`,
  ],
  { stdio: 'inherit' },
);
if (status !== 0) process.exit(1);

const config = join(home, 'config.capnp');
writeFileSync(
  config,
  `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    # Programs may call servers of this machine.
    (name = "internet", network = (allow = ["local", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "main", esModule = embed "bundle.js")],
  compatibilityDate = "2026-04-01",
  compatibilityFlags = ${JSON.stringify(['enable_request_signal', ...flags])},
);
`,
);

const child = spawn(join(bin, 'workerd'), ['serve', config, '--control-fd=3'], {
  stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
});
child.stdio[3].on('data', (line) => {
  const port = /"port":(\d+)/.exec(String(line))?.[1];
  if (port !== undefined) console.log(`listening on ${port}`);
});
child.on('close', () => process.exit(1));
process.on('SIGTERM', () => child.kill());
