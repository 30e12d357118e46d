/**
 * The arguments of a pattern: `RouteArgs<'/books/{id:[0-9]+}[/{format}]'>` is
 * `{ readonly id: string; readonly format?: string }`. If the pattern is unknown at compile time, the type is
 * `Readonly<Record<string, string>>`. `Colons` is the router's `colonPlaceholders` option.
 */
export type RouteArgs<
  Pattern extends string = string,
  Colons extends boolean = true,
> = string extends Pattern
  ? Readonly<Record<string, string>>
  : Flat<Read<Pattern extends `:${string}` ? `/${Pattern}` : Pattern, false, unknown, Colons>>;

/** One object type instead of an intersection, so that editor tooltips list the names. */
type Flat<Args> = { readonly [Name in keyof Args]: Args[Name] } & {};

/** Parses braces from left to right. `Optional` is true after the first literal `[`: optional parts are at the end. */
type Read<
  Text extends string,
  Optional extends boolean,
  Args,
  Colons extends boolean,
> = Text extends `${infer Literal}{${infer Inner}`
  ? Read<
      AfterBrace<Inner, []>,
      Opens<Literal, Optional>,
      ReadLiteral<Literal, Optional, Args, Colons> &
        Arg<BracedName<Inner>, Opens<Literal, Optional>>,
      Colons
    >
  : ReadLiteral<Text, Optional, Args, Colons>;

type ReadLiteral<
  Text extends string,
  Optional extends boolean,
  Args,
  Colons extends boolean,
> = Colons extends true ? ReadColons<Text, Optional, Args> : Args;

/** Parses the `:name`s of literal text: only at the beginning of a segment. */
type ReadColons<
  Text extends string,
  Optional extends boolean,
  Args,
> = Text extends `${infer Before}:${infer After}`
  ? Before extends `${string}/` | `${string}/[`
    ? Word<After, ''> extends [infer Name extends string, infer Rest extends string]
      ? ReadColons<Rest, Opens<Before, Optional>, Args & Arg<Name, Opens<Before, Optional>>>
      : never
    : ReadColons<After, Opens<Before, Optional>, Args>
  : Args;

type Opens<Literal extends string, Optional extends boolean> = Literal extends `${string}[${string}`
  ? true
  : Optional;

/** The text before the colon or the brace that ends a name. */
type BracedName<Inner extends string> = Inner extends `${infer Text}}${string}`
  ? Trim<Text extends `${infer Name}:${string}` ? Name : Text>
  : '';

/** The text after the closing brace; `Open` counts the nested braces that are still open. */
type AfterBrace<
  Text extends string,
  Open extends unknown[],
> = Text extends `${infer Before}}${infer After}`
  ? CountOpen<Before, Open> extends [unknown, ...infer Rest]
    ? AfterBrace<After, Rest>
    : After
  : '';

type CountOpen<
  Text extends string,
  Open extends unknown[],
> = Text extends `${string}{${infer After}` ? CountOpen<After, [...Open, unknown]> : Open;

type Arg<Name extends string, Optional extends boolean> = Name extends NoName
  ? unknown
  : Optional extends true
    ? { [Key in Name]?: string }
    : { [Key in Name]: string };

/** Text that is not a name; the brace or colon before it is then literal. */
type NoName = '' | `${Digit | '-'}${string}` | `${string} ${string}`;

type Trim<Text extends string> = Text extends ` ${infer Rest}` | `${infer Rest} `
  ? Trim<Rest>
  : Text;

/** Splits a string into its leading letters, digits and underscores, and the rest. */
type Word<
  Text extends string,
  Taken extends string,
> = Text extends `${infer Character}${infer Rest}`
  ? Lowercase<Character> extends WordCharacter
    ? Word<Rest, `${Taken}${Character}`>
    : [Taken, Text]
  : [Taken, ''];

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

// biome-ignore format: one line
type WordCharacter =
  | Digit | '_' | 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm'
  | 'n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z';
