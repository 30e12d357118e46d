import type { ServerRequestInterface } from 'mortise';
import type * as z from 'zod';

/** The text fields of a form; lists are omitted. */
export function formOf(request: ServerRequestInterface): Partial<Record<string, string>> {
  return textsOf(request.getParsedBody() ?? {});
}

/** The texts among what a client has sent, by name: with brackets in a name it sends lists and maps. */
export function textsOf(sent: object): Partial<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(sent).filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}

/** One sentence for each invalid field, by its name. */
export type Problems = Partial<Record<string, string>>;

/** The first mistake of each field. */
export function problemsOf(error: z.ZodError): Problems {
  const pairs = error.issues.map(({ path, message }) => [String(path[0] ?? ''), message] as const);
  return Object.fromEntries(pairs.reverse()); // of two entries with one key the last stays
}
