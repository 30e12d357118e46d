/** A placeholder's parsed expression. `expressionSource` converts it to a `RegExp` source. */
export type Expression = CharacterSet | Sequence | Choice | Repeat | Look | WordBoundary;

/** Matches exactly one character. */
export interface CharacterSet {
  readonly kind: 'set';
  /** Its source in a regular expression with the flag `u`. */
  readonly source: string;
  /** The characters that it matches, see `character-mask.ts`. */
  readonly mask: bigint;
}

/** A sequence; an empty one matches the empty string. */
export interface Sequence {
  readonly kind: 'sequence';
  readonly items: readonly Expression[];
}

/** Alternatives; the first one that matches wins. */
export interface Choice {
  readonly kind: 'choice';
  readonly options: readonly Expression[];
}

/** A repeated item: as often as possible or, if lazy, as rarely as possible. */
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

/** Returns the source of an expression for `new RegExp(source, 'u')`, without capturing groups. */
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

/** Iterates over an expression and all expressions inside it. */
export function* parts(expression: Expression): Generator<Expression> {
  yield expression;
  for (const item of directParts(expression)) yield* parts(item);
}

/** Returns the direct parts of an expression. */
export function directParts(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'sequence':
      return expression.items;
    case 'choice':
      return expression.options;
    case 'look':
    case 'repeat':
      return [expression.item];
    case 'set':
    case 'boundary':
      return [];
  }
}

/** Returns a copy of an expression with replaced sets; those inside lookarounds, which consume no text, are kept. */
export function mapSets(
  expression: Expression,
  replace: (set: CharacterSet) => CharacterSet,
): Expression {
  const map = (inner: Expression) => mapSets(inner, replace);
  switch (expression.kind) {
    case 'set':
      return replace(expression);
    case 'boundary':
    case 'look':
      return expression;
    case 'sequence':
      return { ...expression, items: expression.items.map(map) };
    case 'choice':
      return { ...expression, options: expression.options.map(map) };
    case 'repeat':
      return { ...expression, item: map(expression.item) };
  }
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
