/** A parsed expression of a placeholder. `expressionSource` converts it to text for `RegExp`. */
export type Expression = CharacterSet | Sequence | Choice | Repeat | Look | WordBoundary;

/** Matches exactly one character. */
export interface CharacterSet {
  readonly kind: 'set';
  /** Its source in a JavaScript expression with the flag `u`. */
  readonly source: string;
  /** The characters that it matches, see `character-mask.ts`. */
  readonly mask: bigint;
}

/** A sequence; an empty one matches the empty text. */
export interface Sequence {
  readonly kind: 'sequence';
  readonly items: readonly Expression[];
}

/** Alternatives; the first that matches. */
export interface Choice {
  readonly kind: 'choice';
  readonly options: readonly Expression[];
}

/** The item repeated, as often as possible or, if lazy, as rarely as possible. */
export interface Repeat {
  readonly kind: 'repeat';
  readonly item: Expression;
  readonly min: number;
  /** Infinity for `*`, `+` and `{n,}`. */
  readonly max: number;
  readonly lazy: boolean;
}

/** `(?=`, `(?!`, `(?<=`, `(?<!`: matches no characters. */
export interface Look {
  readonly kind: 'look';
  readonly opening: string;
  readonly item: Expression;
}

/** `\b` and `\B`: matches no characters. */
export interface WordBoundary {
  readonly kind: 'boundary';
  readonly source: string;
}

/** Returns the source of an expression for `new RegExp(text, 'u')`; without capturing groups. */
export function expressionSource(expression: Expression): string {
  switch (expression.kind) {
    case 'set':
    case 'boundary':
      return expression.source;
    case 'sequence':
      return expression.items.map(sourceInSequence).join('');
    case 'choice':
      return expression.options.map(expressionSource).join('|');
    case 'look':
      return `${expression.opening}${expressionSource(expression.item)})`;
    case 'repeat':
      return `${atomSource(expression.item)}${quantifier(expression)}`;
  }
}

/** Iterates over all expressions inside of one, including itself. */
export function* parts(expression: Expression): Generator<Expression> {
  yield expression;
  const inner =
    expression.kind === 'sequence'
      ? expression.items
      : expression.kind === 'choice'
        ? expression.options
        : 'item' in expression
          ? [expression.item]
          : [];
  for (const item of inner) yield* parts(item);
}

function sourceInSequence(item: Expression): string {
  return item.kind === 'choice' ? `(?:${expressionSource(item)})` : expressionSource(item);
}

function atomSource(item: Expression): string {
  return item.kind === 'set' ? item.source : `(?:${expressionSource(item)})`;
}

function quantifier({ min, max, lazy }: Repeat): string {
  const upper = max === Number.POSITIVE_INFINITY ? '' : String(max);
  return min === max ? `{${min}}` : `{${min},${upper}}${lazy ? '?' : ''}`;
}
