import { escapeHtml } from 'mortise';
import type { Bar } from '../books/statistics.js';
import { shortened } from './shortened.js';

const WIDTH = 640;
/** What a label of a bar needs: a date, a century. */
const LABEL_WIDTH = 70;

/** Vertical bars, for many values in order, such as days. @returns SVG with a title for each bar */
function columns(bars: readonly Bar[], name: string): string {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / Math.max(1, bars.length);
  const drawn = bars.map(({ label, value }, index) => {
    const height = (value / most) * 130;
    const x = (index * step + 2).toFixed(1);
    const shown = index % Math.ceil(bars.length / 8) === 0;
    return `<rect class="bar" x="${x}" y="${(150 - height).toFixed(1)}" width="${(step - 4).toFixed(1)}" height="${height.toFixed(1)}" rx="2"><title>${escapeHtml(label)}: ${value}</title></rect>
${shown ? columnLabel(label, Number(x)) : ''}`;
  });
  return svg(
    name,
    180,
    `<text x="0" y="12">${most}</text><line x1="0" x2="${WIDTH}" y1="150" y2="150"/>${drawn.join('')}`,
  );
}

/** Below the begin of its bar, but not beyond the end of the chart. */
function columnLabel(label: string, x: number): string {
  const place = x > WIDTH - LABEL_WIDTH ? `x="${WIDTH}" text-anchor="end"` : `x="${x}"`;
  return `<text ${place} y="170">${escapeHtml(label)}</text>`;
}

/** Horizontal bars, for values with names. @returns SVG with the number after each bar */
function rows(bars: readonly Bar[], name: string): string {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const drawn = bars.map(({ label, value }, index) => {
    const y = index * 28;
    const width = (value / most) * (WIDTH - 200);
    return `<text x="0" y="${y + 18}">${escapeHtml(shortened(label, 14))}</text>
<rect class="bar" x="130" y="${y + 4}" width="${width.toFixed(1)}" height="20" rx="3"/>
<text x="${(138 + width).toFixed(1)}" y="${y + 18}">${value}</text>`;
  });
  return svg(name, Math.max(1, bars.length) * 28 + 4, drawn.join(''));
}

function svg(name: string, height: number, content: string): string {
  return `<svg class="chart" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(name)}">${content}</svg>`;
}

/** Charts that templates draw: `view.columns(bars, name)`, `view.rows(bars, name)`. */
export const charts = { columns, rows };
