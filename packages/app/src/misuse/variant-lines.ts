/** The hint about route arguments in a handler; layers read them in another way. */
export const ARGUMENTS = 'the third parameter of the handler: (request, response, { id })';

/** The code that error messages suggest, for one variant. */
export interface VariantLines {
  /** Middleware that only calls the next handler: `(request, response, next) => next(request, response)`. */
  readonly middleware: string;

  /**
   * The setting that limits bodies, for a variant that parses them itself: `settings: { parsedBodyLimit }`. The
   * application, groups and routes then reject the options `body.maxBytes` and `body.decoders`, because they would have
   * no effect.
   */
  readonly bodyLimit: string;

  /**
   * What to write in this variant instead of code that suggestions for variant B contain:
   * `{ 'json(response, data)': 'response.withJson(data)' }`. Default: nothing differs.
   */
  readonly instead?: Readonly<Record<string, string>>;
}

/** The suggestions for variant B. */
export const LINES: VariantLines = {
  middleware: '(request, handler) => handler.handle(request)',
  bodyLimit: 'body: { maxBytes }',
};

/** Returns a suggestion for variant B as it is written in another variant. */
export function inVariant(
  line: string,
  { instead = {} }: { readonly instead?: VariantLines['instead'] | undefined },
): string {
  return Object.entries(instead).reduce((now, [from, to]) => now.replaceAll(from, to), line);
}

/** Returns a table with a row for each name of these rows, whose names are separated by spaces. */
export function rows(lines: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(lines).flatMap(([names, line]) =>
      names.split(' ').map((name): [string, string] => [name, line]),
    ),
  );
}
