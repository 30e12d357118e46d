/** The chart of the results, for light and dark pages; on a phone its text is still legible. */

const UNIT = 'Requests per second of CPU time, node:http = 1: longer is better';
const NAMES = ['Mortise', 'restana', 'Fastify'];
/** The values stand in a column of their own, right of all bars. */
const [WIDTH, VALUES, LABEL, BAR, GAP, TOP] = [480, 38, 18, 12, 12, 68];
const STEP = LABEL + NAMES.length * BAR + GAP;
const TICK = 0.5;

/**
 * @param {Record<string, string | number | null>[]} rows `workload`, and the ratio of each contestant
 * @returns {string} an SVG
 */
export function chart(rows) {
  const most = Math.max(...rows.flatMap((row) => NAMES.map((name) => row[name] ?? 0)));
  const scale = (WIDTH - VALUES) / most;
  const height = TOP + rows.length * STEP;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${UNIT}">
<style>
text { font: 14px system-ui, sans-serif; fill: #24292f } .value, .tick { font-size: 12px; text-anchor: end } .tick { text-anchor: middle }
line { stroke: #d0d7de } .one { stroke: #57606a; stroke-dasharray: 4 3 }
.Mortise { fill: #0969da } .restana { fill: #9a6700 } .Fastify { fill: #6e7781 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } line { stroke: #30363d } .one { stroke: #9198a1 } .Mortise { fill: #58a6ff } .restana { fill: #d29922 } .Fastify { fill: #8b949e } }
</style>
<text y="14">${UNIT}</text>
${NAMES.map(legend).join('\n')}
${ticks(most, scale, height).join('\n')}
${rows.map((row, index) => barsOf(row, TOP + index * STEP, scale)).join('\n')}
</svg>
`;
}

function legend(name, index) {
  const x = index * 100;
  return `<rect class="${name}" x="${x}" y="25" width="11" height="11"/><text x="${x + 16}" y="35">${name}</text>`;
}

function ticks(most, scale, height) {
  const count = Math.floor(most / TICK);
  return Array.from({ length: count }, (_, index) => {
    const value = (index + 1) * TICK;
    const x = (value * scale).toFixed(1);
    const isOne = value === 1 ? ' class="one"' : '';
    return `<line${isOne} x1="${x}" x2="${x}" y1="${TOP - 4}" y2="${height}"/><text class="tick" x="${x}" y="${TOP - 8}">${value}</text>`;
  });
}

function barsOf(row, y, scale) {
  const drawn = NAMES.map((name, place) => {
    const ratio = row[name];
    if (ratio === null) return '';
    const [width, top] = [(ratio * scale).toFixed(1), y + LABEL + place * BAR];
    return `<rect class="${name}" y="${top}" width="${width}" height="${BAR - 2}"/><text class="value" x="${WIDTH}" y="${top + BAR - 2}">${ratio.toFixed(2)}</text>`;
  });
  return `<text y="${y + LABEL - 4}">${row.workload}</text>${drawn.join('')}`;
}
