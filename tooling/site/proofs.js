/** The proofs of the home page: CPU time beside peers, the tests of abuse, and what `explain()` prints. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chart } from '../../benchmarks/lib/chart.js';
import { bars, readResults } from '../../benchmarks/lib/results.js';
import { summaryOf } from '../../benchmarks/lib/verdict.js';
import { abuseTests } from './abuse.js';
import { content } from './places.js';

/** Of README.md and of performance.md. */
const PICTURE = /^!\[(CPU time[^\]\n]*)\][^\n]*$/m;

/** The program with `explain()` and its output. */
const EXPLAIN =
  /^(Middleware is [^\n]*`app\.explain\(\)`[^\n]*\n)\n(```ts\n.*?^```\n)\n(```text\n.*?^```\n)/ms;

/** The example library and its pictures. */
const LIBRARY = /^To see a larger application[^]*?(?=^## )/m;

/**
 * Takes the proofs out of the README, so that they are not on the page twice.
 *
 * @param {string} markdown the README, with its links rewritten
 * @returns {{ proofs: string, rest: string }}
 * @throws {Error} if the README lacks one
 */
export function takeProofs(markdown) {
  const [, sentence, program, output] = EXPLAIN.exec(markdown) ?? [];
  const [library] = LIBRARY.exec(markdown) ?? [];
  if (output === undefined || library === undefined)
    throw new Error('README.md lacks explain() or the library: correct tooling/site/proofs.js.');
  return {
    rest: markdown.replace(PICTURE, '').replace(EXPLAIN, '').replace(LIBRARY, ''),
    proofs: `<div class="proofs">
<div>

## Little CPU time

${cheap(markdown)}
</div>
<div>

## Abuse is tested

${abuse()}
</div>
<div>

## A whole application

${library}
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

/**
 * Draws the chart of a page for both themes of the site: in the repository it has those of the browser.
 *
 * @throws {Error} if the page has no picture of the results
 */
export function withChart(markdown) {
  const [picture, alt] = PICTURE.exec(markdown) ?? [];
  if (picture === undefined)
    throw new Error('A page lacks its picture of CPU time: correct tooling/site/proofs.js.');
  const images = Object.entries({ light: 'not all', dark: 'all' }).map(([theme, media]) => {
    const svg = chart(bars()).replace('(prefers-color-scheme: dark)', media);
    mkdirSync(join(content, 'public'), { recursive: true });
    writeFileSync(join(content, 'public', `chart-${theme}.svg`), svg);
    return `<img class="for-${theme}" src="/chart-${theme}.svg" alt=${JSON.stringify(alt)}>`;
  });
  return markdown.replace(PICTURE, `<p class="diagram">${images.join('')}</p>`);
}

/** Puts each interval of a table below its ratio: `1.15 (1.11–1.27)` would break at its dash. */
export function withIntervals(markdown) {
  return markdown.replaceAll(/^\|.*$/gm, (row) =>
    row.replaceAll(/ \((\d[\d.]*)–(\d[\d.]*)\)/g, '<br>($1\u2060–\u2060$2)'),
  );
}

function cheap(markdown) {
  return `Compared with the best of handwritten \`node:http\` (the dashed line) and the other frameworks, the CPU time of a request is
${summaryOf(readResults().requests)}. Longer bars mean less CPU time. [How it is measured](performance.md).

${withChart(PICTURE.exec(markdown)?.[0] ?? '')}`;
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
