/** The chart of the results, for light and dark pages, as wide as a phone. */

const UNIT = 'CPU ratio to node:http, above 1 is cheaper';
const NAMES = ['Mortise', 'restana', 'Fastify'];
const [WIDTH, LABEL, BAR, GAP, TOP] = [360, 16, 9, 8, 46];
const STEP = LABEL + NAMES.length * BAR + GAP;

/**
 * @param {Record<string, string | number | null>[]} rows `workload`, and the ratio of each contestant
 * @returns {string} an SVG
 */
export function chart(rows) {
  const most = Math.max(...rows.flatMap((row) => NAMES.map((name) => row[name] ?? 0)));
  const scale = (WIDTH - 30) / most;
  const height = TOP + rows.length * STEP;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${UNIT}">
<style>
text { font: 12px system-ui, sans-serif; fill: #24292f } .value { font-size: 10px }
line { stroke: #8c959f; stroke-dasharray: 3 3 }
.Mortise { fill: #0969da } .restana { fill: #8c959f } .Fastify { fill: #c9d1d9 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .Mortise { fill: #58a6ff } .Fastify { fill: #484f58 } }
</style>
<text y="12">${UNIT}</text>
${NAMES.map(legend).join('\n')}
${rows.map((row, index) => barsOf(row, TOP + index * STEP, scale)).join('\n')}
</svg>
`;
}

function legend(name, index) {
  const x = index * 90;
  return `<rect class="${name}" x="${x}" y="22" width="9" height="9"/><text x="${x + 14}" y="31">${name}</text>`;
}

function barsOf(row, y, scale) {
  const drawn = NAMES.map((name, place) => {
    const ratio = row[name];
    if (ratio === null) return '';
    const [width, top] = [(ratio * scale).toFixed(1), y + LABEL + place * BAR];
    return `<rect class="${name}" y="${top}" width="${width}" height="${BAR - 1}"/><text class="value" x="${Number(width) + 4}" y="${top + BAR - 1}">${ratio.toFixed(2)}</text>`;
  });
  const one = `<line x1="${scale}" x2="${scale}" y1="${y + LABEL}" y2="${y + STEP - GAP}"/>`;
  return `<text y="${y + 12}">${row.workload}</text>${drawn.join('')}${one}`;
}
