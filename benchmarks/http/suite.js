/**
 * Mortise and its peers: CPU time for a request, as a ratio to plain `node:http`.
 *
 *     npm run bench -- http [a,b] [--contestants raw,mortise]
 *
 * k selects k-mistake too. k, l and m compare only the frameworks that have the parts, with programs of their own; their
 * ratios are to Fastify. A contestant with a slash in its name is the path of a program, to compare two versions of the same
 * one. The parts of the contract that the responses used are compared too: all contestants of a workload share its source.
 * `--save` stores the ratios for `npm run bench -- page`.
 */
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPeers } from '../lib/peers.js';
import { printRatios } from '../lib/ratios.js';
import { saveResult } from '../lib/results.js';
import { workloads } from './workloads.js';

/** Contestants without third-party dependencies. */
const OURS = ['mortise', 'mortise-readme'];
/** Ratios are to the first one of a workload. */
const ORDER = ['raw', ...OURS, 'fastify'];
const LOG_FILE = join(tmpdir(), `mortise-benchmark-${process.pid}.log`);

export const usual = { contestants: '', save: false };

export function* contests(settings, chosen = Object.keys(workloads)) {
  process.on('exit', () => rmSync(LOG_FILE, { force: true }));
  const names = settings.contestants === '' ? contestantNames() : settings.contestants.split(',');
  if (names.some((name) => !OURS.includes(name) && !name.includes('/'))) installPeers();
  for (const letter of new Set(chosen.flatMap(variantsOf))) {
    const { title, programs = '', env, ...workload } = workloads[letter];
    yield {
      ...workload,
      ...{ title: `${letter}: ${title}`, ours: OURS, names: taking(names, programs) },
      env: { WITH_TABLE: workload.paths === undefined ? '0' : '1', LOG_FILE, ...env },
      program: (name) => (name.includes('/') ? resolve(name) : fileOf(`${programs}/${name}`)),
      print: (samples, contest) => {
        printRatios(samples, contest);
        if (settings.save) saveResult(letter, samples);
      },
    };
  }
}

function variantsOf(name) {
  const keys = Object.keys(workloads).filter((key) => key === name || key.startsWith(`${name}-`));
  if (keys.length === 0) throw new Error(`unknown workload ${name}`);
  return keys;
}

function fileOf(name) {
  return fileURLToPath(new URL(`contestants/${name}.js`, import.meta.url));
}

/** The names of the programs in a folder of contestants. */
function programsIn(folder) {
  const files = readdirSync(new URL(`contestants/${folder}/`, import.meta.url));
  return files.filter((file) => file.endsWith('.js')).map((file) => file.slice(0, -3));
}

/** All of them, `raw` first. @throws if `CONTESTANTS.md` does not describe one */
function contestantNames() {
  const names = [...programsIn('.'), 'express'];
  const page = readFileSync(new URL('CONTESTANTS.md', import.meta.url), 'utf8');
  const unknown = names.filter((name) => !page.includes(`\n| \`${name}\` |`));
  if (unknown.length > 0) throw new Error(`CONTESTANTS.md does not describe ${unknown.join(', ')}`);
  return [...ORDER, ...names.filter((name) => !ORDER.includes(name))];
}

/** Those of the names that take part. Where a workload has programs of its own, a framework can have several; ours is last. */
function taking(names, programs) {
  // Express takes part only where frameworks have programs of their own.
  if (programs === '') return names.filter((name) => name !== 'express');
  const files = programsIn(programs).toSorted((a, b) => a.length - b.length);
  const present = names.flatMap((name) =>
    files.filter((file) => file === name || file.startsWith(`${name}-`)),
  );
  return present.toSorted((a, b) => OURS.includes(a) - OURS.includes(b));
}
