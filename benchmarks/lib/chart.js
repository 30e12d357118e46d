/** The chart of the results, for light and dark pages. */

const UNIT = 'CPU ratio to node:http, above 1 is cheaper';
const NAMES = ['Mortise', 'restana', 'Fastify'];
const [LEFT, WIDTH, BAR, GAP, TOP] = [290, 720, 9, 12, 46];
const STEP = NAMES.length * BAR + GAP;

/**
 * @param {Record<string, string | number | null>[]} rows `workload`, and the ratio of each contestant
 * @returns {string} an SVG
 */
export function chart(rows) {
  const most = Math.max(...rows.flatMap((row) => NAMES.map((name) => row[name] ?? 0)));
  const scale = (WIDTH - LEFT - 40) / most;
  const height = TOP + rows.length * STEP;
  const one = LEFT + scale;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${UNIT}">
<style>
text { font: 12px system-ui, sans-serif; fill: #24292f } .value { font-size: 9px }
line { stroke: #8c959f; stroke-dasharray: 3 3 }
.Mortise { fill: #0969da } .restana { fill: #8c959f } .Fastify { fill: #c9d1d9 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .Mortise { fill: #58a6ff } .Fastify { fill: #484f58 } }
</style>
<text x="8" y="16">${UNIT}</text>
${NAMES.map(legend).join('\n')}
${rows.map((row, index) => barsOf(row, TOP + index * STEP, scale)).join('\n')}
<line x1="${one}" x2="${one}" y1="${TOP - 8}" y2="${height}"/>
</svg>
`;
}

function legend(name, index) {
  const x = LEFT + index * 90;
  return `<rect class="${name}" x="${x}" y="24" width="9" height="9"/><text x="${x + 14}" y="33">${name}</text>`;
}

function barsOf(row, y, scale) {
  const drawn = NAMES.map((name, place) => {
    const ratio = row[name];
    if (ratio === null) return '';
    const [width, top] = [(ratio * scale).toFixed(1), y + place * BAR];
    return `<rect class="${name}" x="${LEFT}" y="${top}" width="${width}" height="${BAR - 1}"/><text class="value" x="${LEFT + Number(width) + 4}" y="${top + BAR - 1}">${ratio.toFixed(2)}</text>`;
  });
  return `<text x="8" y="${y + 18}">${row.workload}</text>${drawn.join('')}`;
}
