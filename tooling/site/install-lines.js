/** What to install for a program of a page: the packages that it imports. Readers copy one program, not a page. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packages, root } from '../setup/packages.js';

const PROGRAM = /^```(ts|js)\n(.*?)^```\n/gms;
const manifests = new Map(packages().map(({ name, manifest }) => [name, manifest]));
const IMPORTED = /\b(?:from|import) '([^'.][^']*)'/g;

/**
 * Puts `npm install` before each program that needs more than `mortise` and what the page itself installs. The first one of
 * a page also says how to run it.
 *
 * @param {string} markdown a page whose programs readers copy
 */
export function withInstallLines(markdown) {
  let isFirst = true;
  const written = [...markdown.matchAll(/^npm install (?!-)(.+)$/gm)].flatMap(([, line]) =>
    line.split(/\s+/),
  );
  return markdown.replace(PROGRAM, (block, language, code) => {
    const entries = [...code.matchAll(IMPORTED)].map(([, entry]) => entry);
    const names = [...new Set(entries.flatMap(packagesOf))];
    if (names.every((name) => name === 'mortise' || written.includes(name))) return block;
    const untyped = language === 'ts' ? names.filter((name) => !hasTypes(name)) : [];
    const run = language === 'ts' ? 'npx tsx app.mts' : 'node app.mjs';
    const needed = code.includes('process.env.DATABASE_URL') ? 'DATABASE_URL=postgres://... ' : '';
    const lines = [
      `npm install ${names.toSorted(byPlace).join(' ')}`,
      ...(untyped.length > 0
        ? [`npm install -D ${untyped.map((name) => `@types/${name}`).join(' ')}`]
        : []),
      ...(isFirst && !/from '\.\//.test(code) ? [`${needed}${run}  # runs the program below`] : []),
    ];
    isFirst = false;
    return `<div class="install">\n\n\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n\n</div>\n\n${block}`;
  });
}

/** The package of an entry, and the optional peer that the entry is named after: `@mortise/view/eta` needs `eta`. */
function packagesOf(entry) {
  if (entry.startsWith('node:')) return [];
  const [, name, rest] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(entry);
  const { peerDependenciesMeta = {} } = manifests.get(name) ?? {};
  return rest in peerDependenciesMeta ? [name, rest] : [name];
}

/** `mortise`, its add-ons, then the packages of others. */
function byPlace(one, other) {
  const place = (name) => (name === 'mortise' ? 0 : name.startsWith('@mortise/') ? 1 : 2);
  return place(one) - place(other) || one.localeCompare(other);
}

/** Whether a package has its own types: the workspace installs those that are published apart. */
function hasTypes(name) {
  return !existsSync(join(root, 'node_modules/@types', name));
}
