/**
 * Refuses import cycles between the folders of a package, types included. A folder with its subfolders is one node; a
 * file beside the folders is a separate node. Cycles between files are refused by dependency-cruiser.
 */
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packages, sourcesIn } from '../setup/packages.js';
import { conclude } from './conclude.js';

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/**
 * Returns the first import cycle between the folders below `root`.
 *
 * @returns {string[] | null} the nodes of a cycle, the first one repeated at the end; `null` if there is none
 */
export function folderCircle(root) {
  const arrows = new Map();
  for (const path of sourcesIn(root)) {
    const from = nodeOf(root, path);
    const targets = arrows.get(from) ?? new Set();
    arrows.set(from, targets);
    for (const [, specifier] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
      const to = nodeOf(root, join(path, '..', specifier).replace(/\.js$/, '.ts'));
      if (to !== from) targets.add(to);
    }
  }
  return circleIn(arrows);
}

function nodeOf(root, path) {
  return relative(root, path).split(sep)[0];
}

/** Depth first: a node that is reached again while it is open closes a cycle. */
function circleIn(arrows) {
  const done = new Set();
  const open = [];
  const visit = (node) => {
    if (open.includes(node)) return [...open.slice(open.indexOf(node)), node];
    if (done.has(node)) return null;
    open.push(node);
    for (const next of arrows.get(node) ?? []) {
      const circle = visit(next);
      if (circle !== null) return circle;
    }
    open.pop();
    done.add(node);
    return null;
  };
  for (const node of arrows.keys()) {
    const circle = visit(node);
    if (circle !== null) return circle;
  }
  return null;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const all = packages();
  const problems = all.flatMap(({ directory, folder }) => {
    const circle = folderCircle(join(folder, 'src'));
    return circle === null ? [] : [`${directory}: ${circle.join(' > ')}`];
  });
  conclude(all.length, 'packages', problems);
}
