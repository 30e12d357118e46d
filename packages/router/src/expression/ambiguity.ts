import { Automaton } from './automaton.js';
import type { Expression } from './expression.js';

/**
 * How fast the number of ways in which an expression can take a text grows with its length, which
 * is what a backtracking matcher pays when the match fails: 0 for linear time, 1 for quadratic, and
 * so on; Infinity when it may grow exponentially. It may be told too high, never too low.
 *
 * @see Weber and Seidl, On the degree of ambiguity of finite automata (1991): the criteria EDA and IDA
 */
export function ambiguity(expression: Expression): number {
  const automaton = new Automaton(expression);
  if (automaton.repeatsNothing) return Number.POSITIVE_INFINITY;
  const graph = new Reach(automaton);
  if (isExponential(automaton, graph)) return Number.POSITIVE_INFINITY;
  return degree(automaton, graph) + lookDegree(automaton);
}

/** What looking adds: it runs anew for each way that leads to it. */
function lookDegree({ looks }: Automaton): number {
  const degrees = looks.map(({ look, before, around }) => {
    const inner = new Automaton(look.item);
    const repeats = new Reach(inner).cyclic.length > 0;
    const own = ambiguity(look.item);
    if (around && repeats) return Number.POSITIVE_INFINITY;
    if (before && repeats) return own + 1;
    return own > 1 ? own : 0;
  });
  return degrees.reduce((sum, each) => sum + each, 0);
}

/** Which position can be reached from which by at least one step. */
class Reach {
  readonly #from: Set<number>[];
  /** The positions that can be reached from themselves. */
  readonly cyclic: readonly number[];

  constructor({ follow }: Automaton) {
    this.#from = follow.map((ways) => {
      const reached = new Set<number>(ways.keys());
      for (const at of reached) for (const to of follow[at]?.keys() ?? []) reached.add(to);
      return reached;
    });
    this.cyclic = [...follow.keys()].filter((at) => this.has(at, at));
  }

  has(from: number, to: number): boolean {
    return this.#from[from]?.has(to) === true;
  }
}

/** Two ways on one text from a position back to it (EDA). */
function isExponential(automaton: Automaton, reach: Reach): boolean {
  const doubled = automaton.follow.some((ways, from) =>
    [...ways].some(([to, count]) => count > 1 && reach.has(to, from)),
  );
  if (doubled) return true;
  return reach.cyclic.some((start) =>
    walk(automaton, [start, start]).some(
      (state) => state[0] !== state[1] && canReach(automaton, state, [start, start]),
    ),
  );
}

/** The most positions in a row, each of which can hand the text over to the next one anywhere (IDA). */
function degree(automaton: Automaton, reach: Reach): number {
  const pairs = reach.cyclic.flatMap((p) =>
    reach.cyclic
      .filter((q) => p !== q && reach.has(p, q) && canReach(automaton, [p, p, q], [p, q, q]))
      .map((q) => [p, q] as const),
  );
  const longest = ([, end]: readonly [number, number]): number =>
    1 + Math.max(0, ...pairs.filter(([p]) => p === end || reach.has(end, p)).map(longest));
  return Math.max(0, ...pairs.map(longest));
}

function canReach(automaton: Automaton, from: readonly number[], to: readonly number[]): boolean {
  return walk(automaton, from).some((state) => state.every((position, i) => position === to[i]));
}

/** The states that several walkers reach together, from given positions, by taking the same text. */
function walk(
  { masks, follow }: Automaton,
  start: readonly number[],
): readonly (readonly number[])[] {
  const seen = new Map<string, readonly number[]>();
  const queue = [start];
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    const next = state.reduce<{ readonly at: readonly number[]; readonly common: bigint }[]>(
      (heads, position) =>
        heads.flatMap(({ at, common }) =>
          [...(follow[position]?.keys() ?? [])]
            .map((to) => ({ at: [...at, to], common: common & (masks[to] as bigint) }))
            .filter((head) => head.common !== 0n),
        ),
      [{ at: [], common: -1n }],
    );
    for (const { at } of next) {
      if (seen.has(at.join())) continue;
      seen.set(at.join(), at);
      queue.push(at);
    }
  }
  return [...seen.values()];
}
