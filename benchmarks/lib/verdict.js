/** How a workload of Mortise compares with the best other contestant: the program by hand, and the one as in the README. */
import { placeOf } from './statistics.js';

const OURS = ['mortise', 'mortise-readme'];
/** Lost rows come first. */
const RANKS = ['behind', 'level', 'ahead'];

/**
 * @param ratios of a workload, by contestant
 * @returns the place in words, and the rank of the worse of both programs: 0 for behind, 1 for level, 2 for ahead
 */
export function verdictOf(ratios) {
  const of = ([ratio, low = ratio, high = ratio]) => ({ ratio, low, high });
  const others = Object.entries(ratios).filter(([name]) => !OURS.includes(name));
  const [best] = others.map(([, measured]) => of(measured)).toSorted((a, b) => b.ratio - a.ratio);
  const [own, readme] = OURS.filter((name) => name in ratios).map((name) =>
    placeOf(of(ratios[name]), best),
  );
  const differs = readme !== undefined && readme !== own;
  const rank = Math.min(RANKS.indexOf(own), RANKS.indexOf(readme ?? own));
  return { rank, place: differs ? `${own}; as in its README ${readme}` : own };
}

/** Says in how many workloads a request takes less, the same or more CPU time than with the best other contestant. */
export function summaryOf(results) {
  const counts = [0, 0, 0];
  for (const { ratios } of Object.values(results)) counts[verdictOf(ratios).rank] += 1;
  const [behind, level, ahead] = counts.map((count) => WORDS[count]);
  return `less in ${ahead} of ${WORDS[Object.keys(results).length]} workloads, as much in ${level}, and more in ${behind}`;
}

const WORDS = 'none one two three four five six seven eight nine ten'.split(' ');
