/**
 * Source maps are a third of what is installed. The compiler maps each token; a map with fewer places still names the right
 * line, and a column that is at most 127 too small. The sources in it have neither comments on lines of their own nor types and
 * imports, which are not in the code either; these lines are empty, so that the others stay where they are.
 */
import { decode, encode } from '@jridgewell/sourcemap-codec';

/** Columns between two places of one line. */
const STEP = 128;

/** A comment alone on its lines, an import, an interface, or another type. */
const OMITTED =
  /^[ \t]*\/\*\*[^]*?\*\/[ \t]*$|^[ \t]*\/\/.*$|^import [^;]*;$|^(?:export )?interface .*[^}]\n[^]*?^\}$|^(?:export )?type [^]*?;$(?=\n(?:\n|\S|$))/gm;

/**
 * @param {string} json a source map
 * @returns {string} the same map without the places that are close to the one before, and without what is not in the code
 */
export function sparseMap(json) {
  const map = JSON.parse(json);
  return JSON.stringify({
    ...map,
    sourcesContent: map.sourcesContent?.map((source) => source?.replace(OMITTED, emptied)),
    mappings: encode(decode(map.mappings).map(sparseLine)),
  });
}

function emptied(lines) {
  return lines.replace(/.+/g, '');
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
