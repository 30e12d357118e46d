/** The order of a package's README: a reader of one finds their way in all. */

const MAX_LINES = 165;
const FIRST = ['Install', 'Use'];
const LAST = ['With', 'Versions'];

/**
 * @param {string} name of the package
 * @param {string} text of its README
 * @returns {string[]} a sentence for each rule that it breaks
 */
export function readmeProblems(name, text) {
  const problems = [];
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  // Comments, which mark generated tables, are not shown.
  const lines = text.split('\n').filter((line) => !/^<!-- .* -->$/.test(line)).length;
  if (lines > MAX_LINES) problems.push(`README.md has ${lines} lines; at most ${MAX_LINES}`);
  if (!new RegExp(`^# ${name}\n\n\\w[^#]+\n\n## `).test(text))
    problems.push(`README.md does not begin with "# ${name}" and what the package is for`);
  if (headings.slice(0, 2).join() !== FIRST.join())
    problems.push(`the first headings of README.md are not ${FIRST.join(' and ')}`);
  if (headings.slice(-2).join() !== LAST.join())
    problems.push(`the last headings of README.md are not ${LAST.join(' and ')}`);
  return problems;
}
