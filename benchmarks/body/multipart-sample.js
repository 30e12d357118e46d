/** One sample of `multipart.js`, in its own process: microseconds of CPU time that a parser takes for a form. */
import { forms } from './multipart-forms.js';
import { ways } from './multipart-ways.js';

const [formName, wayName, seconds] = process.argv.slice(2);
const form = forms[formName]();
const read = ways[wayName];

await repeat(Number(seconds));
const before = process.cpuUsage();
const times = await repeat(Number(seconds));
const { user, system } = process.cpuUsage(before);
console.log((user + system) / times);

/** @returns how often the form was read */
async function repeat(duration) {
  const end = performance.now() + duration * 1000;
  let times = 0;
  do {
    await read(form);
    times++;
  } while (performance.now() < end);
  return times;
}
