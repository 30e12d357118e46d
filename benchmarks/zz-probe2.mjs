import { parseForm } from '@mortise/form-encoding';
import { createRequire } from 'node:module';
const h = await import('/work/main/packages/http-syntax/dist/esm/index.js');
function bench(name, fn) {
  let best = 1e9;
  for (let r = 0; r < 30; r++) {
    const N = 100000;
    const t = process.hrtime.bigint();
    for (let i = 0; i < N; i++) globalThis.k = fn(i);
    best = Math.min(best, Number(process.hrtime.bigint() - t) / N);
  }
  console.log(name.padEnd(40), best.toFixed(1));
}
bench('parseForm', () => parseForm('page=2&q=water'));
bench('parseForm+freeze', () => Object.freeze(parseForm('page=2&q=water')));
const fz = (n) => {
  for (const v of Object.values(n)) if (typeof v === 'object') fz(v);
  Object.freeze(n);
  return n;
};
bench('parseForm+deep freeze', () => fz(parseForm('page=2&q=water')));
const fk = (n) => {
  for (const k in n) {
    const v = n[k];
    if (typeof v === 'object') fk(v);
  }
  return Object.freeze(n);
};
bench('parseForm+deep freeze for-in', () => fk(parseForm('page=2&q=water')));
bench('parseRequestTarget', () => h.parseRequestTarget('GET', '/books/7?page=2&q=water'));
bench('parseAuthority', () => h.parseAuthority('h.test'));
bench('encodePath', () => h.encodePath('/books/7'));
bench('encodeQuery', () => h.encodeQuery('page=2&q=water'));
bench('isToken', () => h.isToken('Content-Type'));
bench('isFieldValue', () => h.isFieldValue('text/plain'));
bench('trimOws', () => h.trimOws('text/plain'));
bench('toLowerCase mixed', (i) => 'Content-Type'.toLowerCase());
