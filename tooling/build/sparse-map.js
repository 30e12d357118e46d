/**
 * Source maps are a third of what is installed. The compiler maps each token; a map with fewer places still names the right
 * line, and a column that is at most 127 too small. Lines of the sources that no place names, such as comments, types and
 * imports, are not in the code either: they are empty, so that the others stay where they are.
 */
import { decode, encode } from '@jridgewell/sourcemap-codec';

/** Columns between two places of one line. */
const STEP = 128;

/**
 * @param {string} json a source map
 * @returns {string} the same map without the places that are close to the one before, and without what is not in the code
 */
export function sparseMap(json) {
  const map = JSON.parse(json);
  const places = decode(map.mappings).map(sparseLine);
  const named = map.sources.map(() => new Set());
  for (const [, source, line] of places.flat()) named[source]?.add(line);
  const inCode = (text, source) => text && linesIn(text, named[source]);
  return JSON.stringify({
    ...map,
    sourcesContent: map.sourcesContent?.map(inCode),
    mappings: encode(places),
  });
}

/** @param {Set<number>} named the lines that stay */
function linesIn(text, named) {
  const lines = text.split('\n').map((line, at) => (named.has(at) ? line : ''));
  return lines.join('\n').trimEnd();
}

function sparseLine(places) {
  let last = [];
  return places.filter((place) => {
    const [column, source, line] = place;
    const isClose = source === last[1] && line === last[2] && column - last[0] < STEP;
    if (!isClose) last = place;
    return !isClose;
  });
}
