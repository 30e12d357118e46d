import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

/** Those whose failures go elsewhere: tested in their packages. */
const ELSEWHERE = [
  'app: onError',
  'fetch: onError',
  'node: onClosed',
  'node: onError',
  'ws: onClose',
  'ws: onMessage',
  'ws: onOpen',
];

it('every other option that begins with "on" is declared as an observer', () => {
  const packages = new URL('../../packages/', import.meta.url);
  const found = readdirSync(packages).flatMap((name) =>
    readdirSync(new URL(`${name}/src/`, packages), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(new URL(`${name}/src/${file}`, packages), 'utf8'))
      .flatMap((source) => [...source.matchAll(/\b(on[A-Z]\w*): [\w(]*callable/g)])
      .map(([, option]) => `${name}: ${option}`),
  );
  expect(found.sort()).toEqual(ELSEWHERE);
});
