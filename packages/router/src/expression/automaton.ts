import type { Expression, Look, Repeat } from './expression.js';

/** The maximum number of automaton positions to which an exact count is expanded. */
const MOST_COPIES = 128;

/**
 * An expression as a graph: one position for each place that matches a character, and the number of ways from one to
 * the next. This is Glushkov's construction, which has no empty moves. The number of ways is kept, because a
 * backtracking matcher tries each of them.
 */
export class Automaton {
  /** The characters that each position matches. */
  readonly masks: bigint[] = [];
  /** For each position, the positions that can follow it, with the number of ways. */
  readonly follow: Map<number, number>[] = [];
  /** The lookarounds in order, and whether a repetition precedes or encloses each. */
  readonly looks: { readonly look: Look; readonly before: boolean; readonly around: boolean }[] =
    [];
  /** Whether an item that can match the empty string is repeated: each round without progress is one more way. */
  repeatsNothing = false;
  #repeats = 0;
  #depth = 0;

  constructor(expression: Expression) {
    this.#add(expression);
  }

  #add(expression: Expression): Fragment {
    switch (expression.kind) {
      case 'set':
        return this.#position(expression.mask);
      case 'sequence':
        return expression.items.reduce<Fragment>(
          (before, item) => this.#join(before, this.#add(item)),
          EMPTY,
        );
      case 'choice':
        return expression.options.map((option) => this.#add(option)).reduce(either);
      case 'repeat':
        return this.#repeat(expression);
      case 'look':
        this.looks.push({ look: expression, before: this.#repeats > 0, around: this.#depth > 0 });
        return EMPTY;
      case 'boundary':
        return EMPTY;
    }
  }

  #position(mask: bigint): Fragment {
    const position = this.masks.push(mask) - 1;
    this.follow.push(new Map());
    return { first: [position], last: [position], empty: false };
  }

  #join(before: Fragment, after: Fragment): Fragment {
    this.#connect(before.last, after.first);
    return {
      first: before.empty ? [...before.first, ...after.first] : before.first,
      last: after.empty ? [...before.last, ...after.last] : after.last,
      empty: before.empty && after.empty,
    };
  }

  #repeat({ item, min, max }: Repeat): Fragment {
    if (max === 0) return EMPTY;
    if (max === 1) {
      const once = this.#add(item);
      return min === 0 ? { ...once, empty: true } : once;
    }
    const width = min === max ? fixedWidth(item) : null;
    if (width !== null && width * max <= MOST_COPIES) {
      return Array.from({ length: max }, () => this.#add(item)).reduce((a, b) => this.#join(a, b));
    }
    return this.#loop(item, min);
  }

  /** A bounded repetition is treated as unbounded: its bound can be as high as the length of an argument. */
  #loop(item: Expression, min: number): Fragment {
    this.#depth++;
    const once = this.#add(item);
    this.#depth--;
    this.#repeats++;
    this.repeatsNothing ||= once.empty;
    this.#connect(once.last, once.first);
    return { ...once, empty: min === 0 };
  }

  #connect(from: readonly number[], to: readonly number[]): void {
    for (const a of from) {
      const ways = this.follow[a] as Map<number, number>;
      for (const b of to) ways.set(b, (ways.get(b) ?? 0) + 1);
    }
  }
}

interface Fragment {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly empty: boolean;
}

const EMPTY: Fragment = { first: [], last: [], empty: true };

function either(a: Fragment, b: Fragment): Fragment {
  return {
    first: [...a.first, ...b.first],
    last: [...a.last, ...b.last],
    empty: a.empty || b.empty,
  };
}

/** Returns the number of characters that an expression matches; null if it varies. */
function fixedWidth(expression: Expression): number | null {
  switch (expression.kind) {
    case 'set':
      return 1;
    case 'look':
    case 'boundary':
      return 0;
    case 'repeat': {
      const width = expression.min === expression.max ? fixedWidth(expression.item) : null;
      return width === null ? null : width * expression.min;
    }
    case 'choice': {
      const widths = new Set(expression.options.map(fixedWidth));
      return widths.size === 1 ? ([...widths][0] as number | null) : null;
    }
    case 'sequence': {
      const widths = expression.items.map(fixedWidth);
      return widths.reduce<number | null>(
        (sum, width) => (sum === null || width === null ? null : sum + width),
        0,
      );
    }
  }
}
