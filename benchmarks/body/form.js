/**
 * URL-encoded forms against other parsers: `npm run bench -- form [--rounds 5]`.
 *
 * Each sample is a new process, parsers take turns, and ratios are within a round. Only `qs` reads nested names as browsers
 * send them, `picoquery` those with unescaped brackets; the others return flat names and so do less work.
 */
import querystring from 'node:querystring';
import { parseForm } from '@mortise/form-encoding';
import fastQuerystring from 'fast-querystring';
import { parse as picoquery } from 'picoquery';
import qs from 'qs';
import { inTurn } from '../lib/rounds.js';
import { settingsFrom } from '../lib/settings.js';
import { median } from '../lib/statistics.js';
import { printHead, printRow } from '../lib/table.js';
import { sampleTask } from '../lib/task.js';
import { forms } from './forms.js';

const nesting = { nesting: true, nestingSyntax: 'js' };
const lists = { arrayRepeat: true, arrayRepeatSyntax: 'bracket' };
const parsers = {
  mortise: (text) => parseForm(text),
  qs: (text) => qs.parse(text, { parameterLimit: 1000, arrayLimit: 1000 }),
  picoquery: (text) => picoquery(text, { ...nesting, ...lists }),
  'fast-querystring': (text) => fastQuerystring.parse(text),
  'node:querystring': (text) => querystring.parse(text, '&', '=', { maxKeys: 1000 }),
};

/** By parser, with the name of the form as argument. New strings, as from a socket: nothing about them is cached. */
export const tasks = Object.fromEntries(
  Object.entries(parsers).map(([name, parse]) => [name, (form) => parsing(parse, forms[form])]),
);

function parsing(parse, text) {
  // All forms once first: in a server, too, a parser handles many shapes.
  for (let call = 0; call < 200; call++) for (const form of Object.values(forms)) parse(form);
  const bytes = Buffer.from(text);
  const inputs = (count) => Array.from({ length: count }, () => bytes.latin1Slice());
  return { work: parse, inputs };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { rounds } = settingsFrom({ rounds: 5 });
  const [, ...peers] = Object.keys(parsers);
  console.log(`${rounds} rounds: microseconds, and how many times a peer's that is\n`);
  printHead('form', 'mortise', ...peers);
  for (const argument of Object.keys(forms)) {
    const taken = await inTurn(Object.keys(parsers), rounds, (name) =>
      sampleTask(import.meta.url, name, { argument, seconds: 0.15 }),
    );
    const own = taken.get('mortise');
    const ratios = peers.map((peer) => taken.get(peer).map((time, round) => time / own[round]));
    printRow(argument, median(own).toFixed(1), ...ratios.map(withRange));
  }
}

function withRange(ratios) {
  const range = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
  return `${median(ratios).toFixed(2)} (${range.join('-')})`;
}
