import * as z from 'zod';

/** Characters of a search. */
export const LONGEST_SEARCH = 200;

/** The query of the catalogue. What is not understood counts as absent: a link with a mistake shows more, not an error. */
export const BookSearch = z.object({
  /** Part of a title or an author, in any case; of a longer text its beginning. */
  q: z
    .string()
    .trim()
    .normalize('NFC') // as books are stored
    .transform((text) => text.slice(0, LONGEST_SEARCH).replaceAll(/[\0\p{Cs}]/gu, '')) // the end can halve a character
    .catch(''),
  language: z
    .string()
    .normalize('NFC')
    .max(60)
    .transform((text) => text.replaceAll('\0', ''))
    .catch(''),
  /** The first year of a hundred: 1800. */
  century: z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number)
    .pipe(z.int().min(-3000).max(2100))
    .nullable()
    .catch(null),
  free: z
    .literal('on')
    .transform(() => true)
    .catch(false),
  page: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(1_000_000)).catch(1),
});

export type BookSearch = z.infer<typeof BookSearch>;

/** The query string of another page of the same search; `''` for the first page of all books. */
export function searchQuery({ q, language, century, free }: BookSearch, page: number): string {
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  if (language !== '') query.set('language', language);
  if (century !== null) query.set('century', String(century));
  if (free) query.set('free', 'on');
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? '' : `?${query.toString()}`;
}
