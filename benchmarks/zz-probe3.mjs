import { parseForm } from '@mortise/form-encoding';
function bench(name, fn) {
  let best = 1e9;
  for (let r = 0; r < 60; r++) {
    const N = 50000;
    const t = process.hrtime.bigint();
    for (let i = 0; i < N; i++) globalThis.k = fn(i);
    best = Math.min(best, Number(process.hrtime.bigint() - t) / N);
  }
  console.log(name.padEnd(40), best.toFixed(1));
}
const mk = () => {
  const o = Object.create(null);
  o.page = '2';
  o.q = 'water';
  return o;
};
bench('make', mk);
bench('make+freeze', () => Object.freeze(mk()));
bench('make+preventExtensions', () => Object.preventExtensions(mk()));
bench('make+seal', () => Object.seal(mk()));
const memo = mk();
bench('copy assign', () => Object.assign(Object.create(null), memo));
bench('copy for-in', () => {
  const c = Object.create(null);
  for (const k in memo) c[k] = memo[k];
  return c;
});
bench('copy spread null', () => ({ __proto__: null, ...memo }));
bench('isFrozen', () => Object.isFrozen(memo));
bench('parseForm', () => parseForm('page=2&q=water'));
bench('parseForm+freeze', () => Object.freeze(parseForm('page=2&q=water')));
class NullMap {}
NullMap.prototype = Object.create(null);
function Q() {}
Q.prototype = Object.create(null);
bench('fast-proto object freeze', () => {
  const o = new Q();
  o.page = '2';
  o.q = 'water';
  return Object.freeze(o);
});
