/** Node's module hooks: `@jest/globals` is the one of this folder, and sources come from the folder of planted ones. */
import { readFileSync } from 'node:fs';

let plantedFiles;

export function initialize({ planted }) {
  plantedFiles = new Map(planted);
}

export function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') {
    return { url: new URL('jest-globals.js', import.meta.url).href, shortCircuit: true };
  }
  return nextResolve(specifier, context);
}

export function load(url, context, nextLoad) {
  const file = plantedFiles.get(url);
  if (file === undefined) return nextLoad(url, context);
  return { format: 'module', source: readFileSync(file, 'utf8'), shortCircuit: true };
}
