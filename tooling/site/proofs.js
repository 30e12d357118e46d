/** The proofs of the home page: CPU time beside peers, the tests of abuse, and what `explain()` prints. */
import { bars } from '../../benchmarks/lib/results.js';
import { abuseTests } from './abuse.js';

/** The contestants of `benchmarks/results.json`, in the order of their bars. */
const NAMES = ['Mortise', 'restana', 'Fastify'];

/** The picture of performance.md, which is too small to read on a phone: its page has the chart of the home page. */
const PICTURE = /^!\[CPU time[^\n]*$/m;

/** The parts of the README that are proofs: the chart, and the program with `explain()` and its output. */
const CHART = /^!\[CPU time[^\n]*\n\n/m;
const EXPLAIN =
  /^(Middleware is [^\n]*`app\.explain\(\)`[^\n]*\n)\n(```ts\n.*?^```\n)\n(```text\n.*?^```\n)/ms;

/**
 * Takes the proofs out of the README, so that they are not on the page twice.
 *
 * @param {string} markdown the README, with its links rewritten
 * @returns {{ proofs: string, rest: string }}
 * @throws {Error} if the README lacks one
 */
export function takeProofs(markdown) {
  const [, sentence, program, output] = EXPLAIN.exec(markdown) ?? [];
  if (output === undefined || !CHART.test(markdown))
    throw new Error('README.md lacks its chart or explain(): correct tooling/site/proofs.js.');
  return {
    rest: markdown.replace(CHART, '').replace(EXPLAIN, ''),
    proofs: `<div class="proofs">
<div>

## Little CPU time

${chart()}
</div>
<div>

## Abuse is tested

${abuse()}
</div>
<div class="explain">

## The order is printed

${sentence}
<div class="pair">

${program}
${output}
</div>
</div>
</div>
`,
  };
}

/** @throws {Error} if the page has no picture of the results */
export function withChart(markdown) {
  if (!PICTURE.test(markdown))
    throw new Error('docs/performance.md lacks its picture: correct tooling/site/proofs.js.');
  return markdown.replace(PICTURE, () => drawing(bars()));
}

function chart() {
  const rows = bars();
  const least = rows.filter(
    ({ Mortise, restana, Fastify }) => Mortise > Math.max(1, restana, Fastify),
  );
  return `In ${least.length} of ${rows.length} workloads, Mortise uses less CPU time than each of the others and handwritten
\`node:http\` (the dashed line). Longer bars mean less CPU time per request. [How it is measured](performance.md).

${drawing(rows)}`;
}

function drawing(rows) {
  const ratios = rows.flatMap((row) => NAMES.map((name) => row[name] ?? 0));
  const percent = (ratio) => `${((100 * ratio) / (1.1 * Math.max(...ratios))).toFixed(1)}%`;
  const bar = (name, ratio) =>
    ratio === null
      ? ''
      : `<div class="bar ${name}" role="img" aria-label="${name} ${ratio.toFixed(2)}" title="${name}"><i style="width:${percent(ratio)}"></i><span>${ratio.toFixed(2)}</span></div>`;
  const drawn = rows.map(
    (row) =>
      `<div class="workload">${row.workload.replace(/^[a-z] /, '')}</div><div class="bars">${NAMES.map((name) => bar(name, row[name])).join('')}</div>`,
  );
  const legend = NAMES.map((name) => `<span class="${name}"><i></i>${name}</span>`).join('');
  return `<div class="chart" style="--one:${percent(1)}">
<div class="legend">${legend}</div>
${drawn.join('\n')}
</div>
`;
}

function abuse() {
  const kinds = abuseTests();
  const sum = (member) => kinds.reduce((total, kind) => total + kind[member], 0);
  return `${sum('files')} test files attack Mortise, or break what it depends on. They assert ${sum('rules')} rules:

| Attack | Rules |
|---|--:|
${kinds.map(({ attack, page, rules }) => `| [${attack}](${page}) | ${rules} |`).join('\n')}

What is on by default, and what you can enable: [Security](security.md).
`;
}
