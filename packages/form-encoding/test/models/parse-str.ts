/**
 * PHP's `parse_str` as a reader of the manual would write it: decode, split, put in ordered maps,
 * look at the end which of them are lists. Slow, and shares nothing with the parser.
 */
export interface ModelOptions {
  readonly phpNames?: boolean;
  readonly maxDepth?: number;
  readonly maxParameters?: number;
}

type Tree = Map<string, Tree | string>;

export function modelParseStr(query: string, options: ModelOptions = {}): unknown {
  const { phpNames = false, maxDepth = Infinity, maxParameters = Infinity } = options;
  const root: Tree = new Map();
  const pairs = query.split('&').filter((pair) => pair !== '');
  for (const pair of pairs.slice(0, maxParameters)) {
    const [rawName = '', ...rest] = pair.split('=');
    const { top, keys, depth } = nameOf(decode(rawName).replace(/\0[^]*/, ''), phpNames);
    if (depth > maxDepth) {
      if (reaches(root, [top, ...keys.slice(1, maxDepth)])) root.delete(top);
    } else if (keys[0] !== '') put(root, keys, decode(rest.join('=')));
  }
  return plain(root, true);
}

/** Bytes as a string of code units 0-255, as PHP sees them. */
function decode(text: string): string {
  const bytes = Buffer.from(text.replaceAll('+', ' ')).toString('latin1');
  return bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}

function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

interface Name {
  /** What stands before the first bracket. */
  readonly top: string;
  readonly keys: readonly string[];
  /** Opening brackets that PHP counted, including one that never closes. */
  readonly depth: number;
}

function nameOf(text: string, phpNames: boolean): Name {
  const mangled = (part: string) => (phpNames ? part.replace(/[ .]/g, '_') : part);
  const name = phpNames ? text.replace(/^ +/, '') : text;
  const [, before = '', brackets = ''] = /^([^[]*)([^]*)$/.exec(name) ?? [];
  const top = mangled(before);
  if (top === '') return { top, keys: [''], depth: 0 };
  const [, closed = '', next] = /^((?:\[[^\]]*\])*)([^])?/.exec(brackets) ?? [];
  const keys = [...closed.matchAll(/\[([^\]]*)\]/g)].map(([, key = '']) =>
    /^[ \t\n\v\f\r]$/.test(key) ? '' : key,
  );
  const depth = keys.length + (next === '[' ? 1 : 0);
  const path = keys.length === 0 ? [mangled(name.replaceAll('[', '_'))] : [top, ...keys];
  return { top, keys: path, depth };
}

function put(root: Tree, keys: readonly string[], value: string): void {
  let tree = root;
  for (const [depth, key] of keys.entries()) {
    const name = key === '' ? nextKey(tree) : key;
    if (name === null) return;
    if (depth === keys.length - 1) tree.set(name, value);
    else {
      const below = tree.get(name);
      const child = typeof below === 'object' ? below : (new Map() as Tree);
      tree.set(name, child);
      tree = child;
    }
  }
}

/** Whether there is a place for each key; makes those that are not there, as PHP does on its way down. */
function reaches(root: Tree, keys: readonly string[]): boolean {
  let tree = root;
  for (const key of keys) {
    const name = key === '' ? nextKey(tree) : key;
    if (name === null) return false;
    const below = tree.get(name);
    const child = typeof below === 'object' ? below : (new Map() as Tree);
    tree.set(name, child);
    tree = child;
  }
  return true;
}

/** One more than the highest integer key that was ever there. */
function nextKey(tree: Tree): string | null {
  const integers = [...tree.keys()].filter(isInteger).map(BigInt);
  const highest = integers.reduce<bigint | null>((a, b) => (a === null || b > a ? b : a), null);
  if (highest === 2n ** 63n - 1n) return null;
  return String(highest === null ? 0n : highest + 1n);
}

function isInteger(key: string): boolean {
  return /^(0|-?[1-9][0-9]{0,18})$/.test(key) && BigInt.asIntN(64, BigInt(key)) === BigInt(key);
}

/** Ours from here: text, null prototypes, no `__proto__`, a map at the first level. */
function plain(tree: Tree, first: boolean): unknown {
  const entries = [...tree].filter(([key]) => key !== '__proto__');
  const values = entries.map(([key, value]): [string, unknown] => [
    utf8(key),
    typeof value === 'string' ? utf8(value) : plain(value, false),
  ]);
  const isList = !first && values.every(([key], index) => key === String(index));
  return isList
    ? values.map(([, value]) => value)
    : Object.assign(Object.create(null), Object.fromEntries(values));
}
