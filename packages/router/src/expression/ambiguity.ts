import { Automaton } from './automaton.js';
import type { Expression } from './expression.js';

/**
 * Returns how fast the number of ways to match a string grows with its length. That is the cost of a failing match in a
 * backtracking matcher: 0 for linear time, 1 for quadratic, and so on; Infinity if it can be exponential. The result
 * can be too high, but never too low.
 *
 * @see Weber and Seidl, On the degree of ambiguity of finite automata (1991): the criteria EDA and IDA
 */
export function ambiguity(expression: Expression): number {
  const automaton = new Automaton(expression);
  if (automaton.repeatsNothing) return Number.POSITIVE_INFINITY;
  const graph = new Graph(automaton);
  if (graph.isExponential()) return Number.POSITIVE_INFINITY;
  return graph.degree() + lookDegree(automaton);
}

/** Returns the degree that lookarounds add: each runs again for every way that leads to it. */
function lookDegree({ looks }: Automaton): number {
  const degrees = looks.map(({ look, before, around }) => {
    const own = ambiguity(look.item);
    const repeats = new Graph(new Automaton(look.item)).cyclic.length > 0;
    if (around && repeats) return Number.POSITIVE_INFINITY;
    if (before && repeats) return own + 2; // it reads the rest forwards and backwards
    return own > 1 ? own : 0;
  });
  return degrees.reduce((sum, each) => sum + each, 0);
}

/** Computes the properties of an automaton that require a traversal. */
class Graph {
  readonly #masks: readonly bigint[];
  readonly #ways: readonly ReadonlyMap<number, number>[];
  readonly #next: readonly (readonly number[])[];
  /** For each position, the positions that can be reached from it in at least one step. */
  readonly #reach: readonly ReadonlySet<number>[];
  /** The positions that can be reached from themselves. */
  readonly cyclic: readonly number[];

  constructor({ masks, follow }: Automaton) {
    this.#masks = masks;
    this.#ways = follow;
    this.#next = follow.map((ways) => [...ways.keys()]);
    this.#reach = this.#next.map((next) => {
      const reached = new Set(next);
      for (const at of reached) for (const to of this.#next[at] ?? []) reached.add(to);
      return reached;
    });
    this.cyclic = [...masks.keys()].filter((at) => this.#leads(at, at));
  }

  /** Whether two different paths with the same text lead from a position back to itself (EDA). */
  isExponential(): boolean {
    const doubled = this.#ways.some((ways, from) =>
      [...ways].some(([to, count]) => count > 1 && this.#leads(to, from)),
    );
    return doubled || this.cyclic.some((at) => this.#canWalk([at, at], [at, at], true));
  }

  /** The longest chain of pairs of loops between which the same text can be divided at any point (IDA). */
  degree(): number {
    const pairs = this.cyclic.flatMap((p) =>
      this.cyclic
        .filter((q) => p !== q && this.#leads(p, q) && this.#canWalk([p, p, q], [p, q, q], false))
        .map((q) => [p, q] as const),
    );
    const longest = ([, end]: readonly [number, number]): number =>
      1 + Math.max(0, ...pairs.filter(([p]) => p === end || this.#leads(end, p)).map(longest));
    return Math.max(0, ...pairs.map(longest));
  }

  #leads(from: number, to: number): boolean {
    return this.#reach[from]?.has(to) === true;
  }

  /**
   * Whether several walkers can move from their start to their goal positions while reading the same text.
   *
   * @param apart whether the first two must be at different positions at least once on the way
   */
  #canWalk(start: readonly number[], goal: readonly number[], apart: boolean): boolean {
    const size = this.#masks.length;
    const end = keyOf(goal, size) * 2 + (apart ? 1 : 0);
    const seen = new Set<number>();
    const queue: (readonly [readonly number[], boolean])[] = [[start, false]];
    for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
      for (const at of this.#steps(state[0], goal)) {
        const wasApart = apart && (state[1] || at[0] !== at[1]);
        const key = keyOf(at, size) * 2 + (wasApart ? 1 : 0);
        if (key === end) return true;
        if (seen.has(key)) continue;
        seen.add(key);
        queue.push([at, wasApart]);
      }
    }
    return false;
  }

  /** Returns the possible positions of walkers after one more character, except those that cannot reach the goal. */
  #steps(from: readonly number[], goal: readonly number[]): readonly (readonly number[])[] {
    let heads: { readonly at: readonly number[]; readonly common: bigint }[] = [
      { at: [], common: -1n },
    ];
    for (const [walker, position] of from.entries()) {
      const target = goal[walker] as number;
      const next = (this.#next[position] ?? []).filter(
        (to) => to === target || this.#leads(to, target),
      );
      heads = heads.flatMap(({ at, common }) =>
        next
          .map((to) => ({ at: [...at, to], common: common & (this.#masks[to] as bigint) }))
          .filter((head) => head.common !== 0n),
      );
    }
    return heads.map(({ at }) => at);
  }
}

function keyOf(positions: readonly number[], size: number): number {
  return positions.reduce((key, position) => key * size + position, 0);
}
