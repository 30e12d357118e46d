/**
 * The runtimes that Mortise is tested on, each pinned and installed from npm into its own folder
 * under `.cache/runtimes/`, never into the workspace.
 *
 * `home` is the name of that folder, if two have the same programs; one without `packages` is Node. `command(bin, entry)`
 * starts a server, which prints `listening on <port>`. `differs` lists the rules of `check-answers.js` that the runtime
 * itself violates: `packages/fetch/README.md` describes each.
 */
export const runtimes = [
  node('20.20.2'),
  node('22.23.3'),
  node('24.21.0'),
  {
    name: 'bun',
    version: '1.4.5',
    packages: { bun: '1.4.5' },
    entry: 'fetch.js',
    differs: ['no type where none is named', 'the length of a stream'],
    command: (bin, entry) => [bin('bun'), ['run', '--no-install', entry]],
  },
  {
    name: 'deno',
    version: '2.9.6',
    packages: { deno: '2.9.6' },
    entry: 'fetch.js',
    differs: [],
    command: (bin, entry) => [
      bin('deno'),
      ['run', '--quiet', '--no-lock', '--no-remote', '--node-modules-dir=manual', '-A', entry],
    ],
  },
  workerd('workerd', 'workerd.js', ['the length of a stream', 'a form with a large file']),
  // With Node's modules, which forms with files need.
  workerd('workerd compat', 'workerd-uploads.js', ['the length of a stream'], 'nodejs_compat'),
];

function node(version) {
  return {
    name: `node ${version.split('.')[0]}`,
    version,
    entry: 'node.js',
    differs: [],
    command: (bin, entry) => [bin('node'), [entry]],
  };
}

function workerd(name, entry, differs, ...flags) {
  return {
    name,
    version: '1.20260426.1',
    home: 'workerd',
    packages: { workerd: '1.20260426.1', esbuild: '0.25.12' },
    entry,
    differs,
    command: (bin, entry) => [
      process.execPath,
      ['tooling/runtimes/start-workerd.js', bin(''), entry, ...flags],
    ],
  };
}
