/**
 * Compares the responses of every contestant on every workload, and writes what each does to `CONTESTANTS.md`.
 *
 *     node benchmarks/http/contestants-page.js
 *
 * The exit code is 1 if a contestant sends other bytes than the others or uses another source.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { contestantNames, faultOf, OURS, taking } from './contestants.js';
import { methods } from './methods.js';
import { installPeers } from './peers.js';
import { ask, startServer } from './server-process.js';
import { workloads } from './workloads.js';

const page = new URL('CONTESTANTS.md', import.meta.url);
const letters = Object.keys(workloads);
const { dependencies } = JSON.parse(
  readFileSync(new URL('contestants/package.json', import.meta.url), 'utf8'),
);

installPeers();
const names = contestantNames();
const heads = new Map();
for (const name of names) {
  for (const letter of letters.filter((each) => taking([name], each, workloads[each])[0])) {
    const fault = await faultOf(name, workloads[letter]);
    if (fault === '') continue;
    console.error(`${letter} ${name}: ${fault}`);
    process.exitCode = 1;
  }
  heads.set(name, await headOf(name));
}
writeFileSync(page, text());

/** The names of the header fields of the response to workload a, as sent. */
async function headOf(name) {
  const server = await startServer(name);
  const { names: fields } = await ask(server.port, { path: '/' });
  await server.stop();
  return fields;
}

function text() {
  const workloadRows = letters.map((letter) => [letter, workloads[letter].title]);
  const columns = ['responses', 'json', 'form', 'layers', 'stream', 'upload'];
  return `# What each contestant does

\`npm run bench -- http:contestants\` writes this page. It compares the status, the media type and every byte of the
body of all responses, and fails if a contestant uses another source than the others.

${table(['workload', ''], workloadRows)}

## The work

Texts and JSON are the responses of a, b, c, f, g and j. In f a handler for requests without a route sends the text
\`Not Found\`. The form of d is nested: all parse it to the same object. The
stream of h is the same \`Readable\` for all; \`Readable.toWeb\` converts it for contestants that need a web stream. In i,
a counting storage counts and discards the bytes.

${table(
  ['contestant', 'texts and JSON', 'c', 'd', 'e', 'h', 'i'],
  names.map((name) => [`\`${name}\``, ...columns.map((column) => methods[name][column])]),
)}

## Programs of their own

k, l and m run programs of their own, by the frameworks that have the parts, each as its documentation says: zod or
compiled JSON Schemas, and the same session, headers, compression and log by middleware or plugins. Every response
has the same bytes, except for the sentence about a mistake, which is that of the library; l has the same header fields for
the browser. In l each logs one line for a request with pino.

${table(
  ['workload', 'contestants'],
  [...new Set(letters.map((letter) => workloads[letter].programs))]
    .filter((programs) => programs !== undefined)
    .map((programs) => [`\`${programs}\``, taking(names, '', { programs }).join(', ')]),
)}

## The packages

The last column lists the header fields of the response to a, in the order in which they are sent. All contestants run
with \`NODE_ENV=production\`.

${table(
  ['contestant', 'is', 'versions', 'header fields of a'],
  names.map((name) => [
    `\`${name}\``,
    methods[name].about,
    methods[name].packages.map((each) => `${each} ${dependencies[each]}`).join(', ') ||
      (OURS.includes(name) ? 'this repository' : 'Node'),
    heads.get(name).join(', '),
  ]),
)}
`;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
