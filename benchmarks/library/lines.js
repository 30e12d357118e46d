/**
 * The lines of features that the example library has, on Mortise and on Fastify with its plugins: sessions, tokens, roles, flash
 * messages, a limit of log-ins, uploads, live events, errors in a design, caches, compression. Both programs are formatted by
 * the same formatter; lines that are empty, or have only a comment, are not counted, nor is what both share.
 *
 *     npm run bench -- library:lines
 *
 * Before that, a visitor does the same with both, and each step must have the same status and the same text.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPeers } from '../lib/peers.js';
import { startServer } from '../lib/server-process.js';
import { visit } from './same-visit.js';

const FILES = {
  mortise: 'features/mortise.js',
  fastify: '../http/contestants/library/features-fastify.js',
};

installPeers();
const visits = {};
for (const [name, path] of Object.entries(FILES)) {
  const responds = (port) => fetch(`http://127.0.0.1:${port}/sign-in`);
  const server = await startServer(fileURLToPath(new URL(path, import.meta.url)), { responds });
  try {
    visits[name] = await visit(`http://127.0.0.1:${server.port}`);
  } finally {
    await server.stop();
  }
}
for (const [step, expected] of Object.entries(visits.mortise)) {
  const received = visits.fastify[step];
  if (received !== expected)
    throw new Error(`${step}: ${expected} on Mortise, ${received} on Fastify`);
}
console.log(`${Object.keys(visits.mortise).length} steps are equal.\n`);
console.log('| program | lines |\n|---|--:|');
for (const [name, path] of Object.entries(FILES)) console.log(`| ${name} | ${linesOf(path)} |`);

function linesOf(path) {
  const source = readFileSync(new URL(path, import.meta.url), 'utf8');
  return source.split('\n').filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line))
    .length;
}
