/** The settings of a benchmark, from its command line. */
import { parseArgs } from 'node:util';

/**
 * @param {object} usual what each `--name` is without it: a number, a text, a list (`a,b`), or `false` for a switch
 * @returns the settings, with those of the command line in the type of the usual ones, and the other arguments as `rest`
 */
export function settingsFrom(usual) {
  const options = Object.entries(usual).map(([name, value]) => {
    return [name, { type: value === false ? 'boolean' : 'string' }];
  });
  const parsed = parseArgs({ options: Object.fromEntries(options), allowPositionals: true });
  const given = Object.entries(parsed.values).map(([name, text]) => [
    name,
    read(text, usual[name]),
  ]);
  return { ...usual, ...Object.fromEntries(given), rest: parsed.positionals };
}

function read(text, usual) {
  if (typeof usual === 'number') return Number(text);
  if (!Array.isArray(usual)) return text;
  const items = listOf(text);
  return typeof usual[0] === 'number' ? items.map(Number) : items;
}

/** The items of a list; a comma before a blank belongs to a name. */
export function listOf(text) {
  return text.split(/,(?! )/);
}
