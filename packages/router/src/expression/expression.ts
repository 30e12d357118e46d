/** An expression of a placeholder, read. Its text for `RegExp` is made by `expressionSource`. */
export type Expression = CharacterSet | Sequence | Choice | Repeat | Look | WordBoundary;

/** Takes exactly one character. */
export interface CharacterSet {
  readonly kind: 'set';
  /** What it is in a JavaScript expression with the flag `u`. */
  readonly source: string;
  /** Which characters it takes, see `character-mask.ts`. */
  readonly mask: bigint;
}

/** One after another; none at all takes the empty text. */
export interface Sequence {
  readonly kind: 'sequence';
  readonly items: readonly Expression[];
}

/** The first that fits. */
export interface Choice {
  readonly kind: 'choice';
  readonly options: readonly Expression[];
}

/** The item several times, as often as possible or, if lazy, as rarely as possible. */
export interface Repeat {
  readonly kind: 'repeat';
  readonly item: Expression;
  readonly min: number;
  /** Infinity for `*`, `+` and `{n,}`. */
  readonly max: number;
  readonly lazy: boolean;
}

/** `(?=`, `(?!`, `(?<=`, `(?<!`: takes nothing. */
export interface Look {
  readonly kind: 'look';
  readonly opening: string;
  readonly item: Expression;
}

/** `\b` and `\B`: takes nothing. */
export interface WordBoundary {
  readonly kind: 'boundary';
  readonly source: string;
}

/** The text of an expression for `new RegExp(text, 'u')`; free of capturing groups. */
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

/** Every expression inside of one, itself included. */
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
