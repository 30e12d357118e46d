import { escapeHtml } from 'mortise';
import type { Bar } from '../books/statistics.js';
import { shortened } from './shortened.js';

const HEIGHT = 130; // of the highest column

/** Where columns are left out. */
const GAP = '…';

/** A part of the width of a chart: its text has the same size on a phone, where the bars are smaller. */
const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

/** Vertical bars, for many values in order, such as days. @returns SVG with a title for each bar */
function columns(bars: readonly Bar[], name: string): string {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = 1 / Math.max(1, bars.length);
  const drawn = bars.map(({ label, value }, index) => {
    const height = (value / most) * HEIGHT;
    if (label === GAP) {
      return `<text x="${percent((index + 0.5) * step)}" y="144" text-anchor="middle">${GAP}</text>`;
    }
    return `<rect class="bar" x="${percent((index + 0.05) * step)}" y="${(150 - height).toFixed(1)}" width="${percent(0.9 * step)}" height="${height.toFixed(1)}" rx="2"><title>${escapeHtml(label)}: ${value}</title></rect>
${columnLabel(label, index, bars.length)}`;
  });
  return svg(
    name,
    180,
    `<text x="0" y="12">${most}</text><line x1="0" x2="100%" y1="150" y2="150"/>${drawn.join('')}`,
  );
}

/** At most eight labels, of which a narrow screen shows every second; each begins with its bar, the last ones end with it. */
function columnLabel(label: string, index: number, count: number): string {
  const between = Math.ceil(count / 8);
  if (index % between !== 0) return '';
  const isLast = index / count > 0.85;
  const place = isLast
    ? `x="${percent((index + 0.95) / count)}" text-anchor="end"`
    : `x="${percent((index + 0.05) / count)}"`;
  const hidden = (index / between) % 2 === 0 ? '' : ' class="wide-only"';
  return `<text ${place} y="170"${hidden}>${escapeHtml(label)}</text>`;
}

/** Horizontal bars below their names. @returns SVG with the number of each bar at the end of its name's line */
function rows(bars: readonly Bar[], name: string): string {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const drawn = bars.map(({ label, value }, index) => {
    const y = index * 44;
    return `<text x="0" y="${y + 14}">${escapeHtml(shortened(label, 26))}</text>
<text x="100%" y="${y + 14}" text-anchor="end">${value}</text>
<rect class="bar" x="0" y="${y + 20}" width="${percent(value / most)}" height="14" rx="3"/>`;
  });
  return svg(name, Math.max(1, bars.length) * 44, drawn.join(''));
}

function svg(name: string, height: number, content: string): string {
  return `<svg class="chart" height="${height}" role="img" aria-label="${escapeHtml(name)}">${content}</svg>`;
}

/** The bars, of which three and more zeros in a row are one gap: one old book does not press the others together. */
function withoutGaps(bars: readonly Bar[]): readonly Bar[] {
  const shown: Bar[] = [];
  for (const [index, bar] of bars.entries()) {
    const end = bars.findIndex(({ value }, other) => other > index && value > 0);
    const start = bars.findLastIndex(({ value }, other) => other < index && value > 0);
    if (bar.value > 0 || end - start <= 3) shown.push(bar);
    else if (start === index - 1) shown.push({ label: GAP, value: 0 });
  }
  return shown;
}

/** Charts that templates draw: `view.columns(view.withoutGaps(bars), name)`, `view.rows(bars, name)`. */
export const charts = { columns, rows, withoutGaps };
