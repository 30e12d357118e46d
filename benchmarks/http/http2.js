/**
 * HTTP/2 without TLS (prior knowledge), beside plain `node:http2` and Fastify: the programs of `http`, over HTTP/2.
 *
 *     npm run bench -- http:http2 [a,c] [--contestants raw,fastify,mortise-readme] [--streams 16]
 *
 * The load is a client of `node:http2`, in a process of its own on another core, with `streams` requests at a time on each
 * connection; it compares the body of every response.
 */
import { fileURLToPath } from 'node:url';
import { installPeers } from '../lib/peers.js';
import { resultOf } from '../lib/rounds.js';
import { workloads } from './workloads.js';

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const contestants = ['raw', 'fastify', 'mortise-readme'];

export const usual = { contestants, seconds: 2, connections: 8, streams: 16 };

export function* contests({ contestants: names, connections, streams }, chosen = ['a', 'c']) {
  installPeers();
  for (const letter of chosen) {
    const load = (of, port, settings) => {
      const { request, checks } = workloads[of];
      const task = { port, request, answer: checks[0].answer, ...settings };
      return resultOf([fileOf('http2-load.js'), JSON.stringify(task)], { core: '1' });
    };
    yield {
      ...{
        title: `HTTP/2, ${letter}: ${workloads[letter].title}`,
        ours: ['mortise-readme'],
        names,
      },
      ...{ env: { HTTP2: '1' }, checks: [] },
      program: (name) => fileOf(`contestants/${name === 'raw' ? 'http2/raw' : name}.js`),
      responds: (port) => load('a', port, { seconds: 0, connections: 1, streams: 1 }),
      run: (port, seconds) => load(letter, port, { seconds, connections, streams }),
    };
  }
}
