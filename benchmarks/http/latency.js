/**
 * How handling requests in batches affects their latency: `serve` against `toListener` on a
 * server of Node, which handles each request when it arrives, and against plain `node:http`.
 *
 *     npm run bench -- http:latency [lone,rate,full,slow] [--seconds 2] [--warm 2] [--rate 4000]
 *
 * Medians, with the range of half of the samples in brackets.
 */
import { fileURLToPath } from 'node:url';
import { resultOf } from '../lib/rounds.js';
import { median } from '../lib/statistics.js';
import { printHead, printRow } from '../lib/table.js';
import { HELLO } from './contract.js';

const KINDS = { raw: 'plain `node:http`', listener: '`toListener`', serve: '`serve`' };
const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What is shown of each sample: its member, the row, digits. */
const microseconds = (key) => [key, `${key}, µs`, 0];
const share = (key) => [key, `${key} requests of a connection, to the mean`, 2];
const quick = ['p50', 'p99'].map(microseconds);
const fair = ['fewest', 'most'].map(share);
const cpu = ['cpu', 'CPU per request, µs', 1];
const scenariosAt = (rate) => ({
  lone: ['one connection, one request at a time', { connections: 1 }, [...quick, cpu]],
  rate: [
    `64 connections, ${rate} requests/s`,
    { connections: 64, rate },
    [...quick, microseconds('p999'), cpu],
  ],
  full: ['64 connections, at full load', { connections: 64 }, [...quick, ...fair, cpu]],
  slow: [
    '63 connections, next to one whose handler takes 5 ms',
    { connections: 64, slow: 1 },
    [...quick, ...fair],
  ],
});

export const usual = { seconds: 2, warm: 2, rate: 4_000 };

export function* contests({ rate }, chosen = ['lone', 'rate', 'full', 'slow']) {
  printHead('', '', ...Object.values(KINDS));
  for (const [title, load, measures] of chosen.map((key) => scenariosAt(rate)[key])) {
    yield {
      ...{ title, names: Object.keys(KINDS), checks: [{ path: '/', answer: HELLO }] },
      program: () => fileOf('latency-server.js'),
      env: (KIND) => ({ KIND }),
      run: (port, seconds) => {
        const task = JSON.stringify({ ...load, port, seconds });
        return resultOf([fileOf('latency-load.js'), task], { core: '1' });
      },
      print: (samples) => {
        for (const [key, name, digits] of measures) {
          const of = (own) => own.map((sample) => sample[key] ?? Number.NaN);
          printRow(title, name, ...[...samples.values()].map((own) => cell(of(own), digits)));
        }
      },
    };
  }
}

function cell(values, digits) {
  const sorted = values.toSorted((a, b) => a - b);
  const quartile = (at) => sorted[Math.round((sorted.length - 1) * at)].toFixed(digits);
  return `${median(sorted).toFixed(digits)} (${quartile(0.25)}–${quartile(0.75)})`;
}
