/** Adds a measurement to `benchmarks/results.json`, under `scale`, with the day and the version of Node. */
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../results.json', import.meta.url);

/**
 * @param {string} name of the measurement; an earlier one is replaced
 * @param {object[]} rows
 */
export function writeResults(name, rows) {
  const results = JSON.parse(readFileSync(file, 'utf8'));
  const day = new Date().toISOString().slice(0, 10);
  results.scale = { ...results.scale, [name]: { day, node: process.version, rows } };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
