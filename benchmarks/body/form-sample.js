/** Times one parser in a process of its own: nanoseconds for each form, as JSON. */
import querystring from 'node:querystring';
import { parseForm } from '@mortise/form-encoding';
import fastQuerystring from 'fast-querystring';
import { parse as picoquery } from 'picoquery';
import qs from 'qs';
import { forms } from './forms.js';

const nesting = {
  nesting: true,
  nestingSyntax: 'js',
  arrayRepeat: true,
  arrayRepeatSyntax: 'bracket',
};
const parsers = {
  mortise: (text) => parseForm(text),
  qs: (text) => qs.parse(text, { parameterLimit: 1000, arrayLimit: 1000 }),
  picoquery: (text) => picoquery(text, nesting),
  'fast-querystring': (text) => fastQuerystring.parse(text),
  'node:querystring': (text) => querystring.parse(text, '&', '=', { maxKeys: 1000 }),
};
const parse = parsers[process.argv[2]];
const budget = Number(process.argv[3]);
let kept;

// All forms once first: in a server, too, a parser handles many shapes.
for (const text of Object.values(forms)) nanoseconds(text, budget / 2);
const result = Object.entries(forms).map(([name, text]) => [name, nanoseconds(text, budget)]);
console.log(JSON.stringify(Object.fromEntries(result)));
if (kept === undefined) throw new Error('nothing was parsed');

/** The lower quartile of many batches. */
function nanoseconds(text, milliseconds) {
  const bytes = Buffer.from(text);
  const times = [];
  const batch = Math.ceil(50_000 / text.length);
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    // New strings, as from a socket: nothing about them is cached.
    const texts = Array.from({ length: batch }, () => bytes.latin1Slice());
    const start = process.hrtime.bigint();
    for (const fresh of texts) kept = parse(fresh);
    times.push(Number(process.hrtime.bigint() - start) / batch);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 4)];
}
