/**
 * Source maps are a third of what is installed. The compiler maps each token; a map with fewer places still names the right
 * line, and a column that is at most 31 too small. The sources in it have no documentation of what they export, which is in
 * the declarations; its lines are empty, so that the others stay where they are.
 */
import { decode, encode } from '@jridgewell/sourcemap-codec';

/** Columns between two places of one line. */
const STEP = 32;

/** A comment for documentation, alone on its lines. */
const DOCUMENTATION = /^[ \t]*\/\*\*[^]*?\*\/[ \t]*$/gm;

/**
 * @param {string} json a source map
 * @returns {string} the same map without the places that are close to the one before, and without documentation
 */
export function sparseMap(json) {
  const map = JSON.parse(json);
  return JSON.stringify({
    ...map,
    sourcesContent: map.sourcesContent?.map((source) => source?.replace(DOCUMENTATION, emptied)),
    mappings: encode(decode(map.mappings).map(sparseLine)),
  });
}

function emptied(comment) {
  return comment.replace(/.+/g, '');
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
