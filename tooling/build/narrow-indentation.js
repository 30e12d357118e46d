/** The compiler indents by four spaces, and nobody can ask it for tabs: spaces would be a tenth of what is installed. */
import { decode, encode } from '@jridgewell/sourcemap-codec';
import ts from 'typescript';

/**
 * @param {string} code of a module or of declarations
 * @returns {{ code: string, removed: number[] }} the same code, indented by tabs, and by how much each line is shorter. Lines
 *   that begin inside a template are part of its text, and stay
 */
export function narrowIndentation(code) {
  const inTemplates = linesInTemplates(code);
  const removed = [];
  const lines = code.split('\n').map((line, index) => {
    const spaces = inTemplates.has(index) ? 0 : line.search(/[^ ]|$/);
    const levels = Math.floor(spaces / 4);
    removed.push(3 * levels);
    return '\t'.repeat(levels) + line.slice(4 * levels);
  });
  return { code: lines.join('\n'), removed };
}

/**
 * @param {string} json the source map of a module
 * @param {number[]} removed how many characters the beginning of each line lost
 * @returns {string} the map of what is left
 */
export function narrowedMap(json, removed) {
  const map = JSON.parse(json);
  const mappings = decode(map.mappings).map((places, index) =>
    places.map(([column, ...source]) => [Math.max(0, column - removed[index]), ...source]),
  );
  return JSON.stringify({ ...map, mappings: encode(mappings) });
}

function linesInTemplates(code) {
  const lines = new Set();
  if (!code.includes('`')) return lines;
  const source = ts.createSourceFile('module.js', code, ts.ScriptTarget.Latest);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node) => {
    if (ts.isTemplateLiteralToken(node)) {
      const last = lineOf(node.end);
      for (let line = lineOf(node.getStart(source)) + 1; line <= last; line += 1) lines.add(line);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}
