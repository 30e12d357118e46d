/**
 * The measured ratios of CPU time that the documentation shows: `results.json`, written by `npm run bench -- http --save`.
 * Those of requests are to plain `node:http`, those of whole operations to Fastify; above 1 is cheaper.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { ratioOf } from './statistics.js';

const FILE = new URL('../results.json', import.meta.url);

/** The contestants with the ratio 1. */
const REFERENCES = { requests: 'raw', operations: 'fastify' };

/**
 * @typedef {object} Result of a workload
 * @property {string} title
 * @property {number} [target]
 * @property {string} date `2026-11-29`
 * @property {number} rounds
 * @property {Record<string, [ratio: number, low?: number, high?: number]>} ratios by contestant
 */

/** @returns {{ requests: Record<string, Result>, operations: Record<string, Result> }} by the letter of the workload */
export function readResults() {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/**
 * Replaces the result of a workload; contestants that did not take part keep no older one.
 *
 * @param {string} letter
 * @param {Map<string, { cpu: number }[]>} samples by contestant, the one with the ratio 1 first
 * @throws {Error} if another contestant is the first: its ratios would stand beside those to the usual one
 */
export function saveResult(letter, samples) {
  const results = readResults();
  const kind = letter in results.requests ? 'requests' : 'operations';
  const result = results[kind][letter];
  const [[first, base]] = samples;
  if (first !== REFERENCES[kind])
    throw new Error(
      `${first} is the first contestant; with --save, write ${REFERENCES[kind]} first`,
    );
  const cpu = (taken) => taken.map((sample) => sample.cpu);
  const rounded = (value) => Number(value.toFixed(2));
  const ratios = [...samples].map(([name, taken]) => {
    const { ratio, low, high } = ratioOf(cpu(base), cpu(taken));
    return [name, [ratio, low, high].map(rounded)];
  });
  Object.assign(result, {
    ...{ date: new Date().toISOString().slice(0, 10), rounds: base.length },
    ratios: Object.fromEntries(ratios),
  });
  const text = JSON.stringify(results, null, 2);
  // A list of numbers on one line, as the formatter has it.
  writeFileSync(
    FILE,
    `${text.replaceAll(/\[[\d\s.,]+\]/g, (list) => `[${list.match(/[\d.]+/g).join(', ')}]`)}\n`,
  );
}

/** The bars of a chart: for each workload its title and the ratios of these contestants, `null` if not measured. */
export function bars() {
  return Object.entries(readResults().requests).map(([letter, { title, ratios }]) => {
    const [Mortise, restana, Fastify] = ['mortise', 'restana', 'fastify'].map(
      (name) => ratios[name]?.[0] ?? null,
    );
    return { workload: `${letter} ${title.replaceAll('`', '')}`, Mortise, restana, Fastify };
  });
}
