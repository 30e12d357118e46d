import type { ServerRequestInterface } from 'mortise';

/** The query of the catalogue: `?q=&page=`. */
export interface BookQuery {
  /** `''` matches all books. */
  readonly text: string;
  /** Counted from 1. */
  readonly page: number;
}

/** A parameter that is missing, a list, or not a number is treated as absent. */
export function bookQuery(request: ServerRequestInterface): BookQuery {
  const { q, page } = request.getQueryParams();
  return {
    text: typeof q === 'string' ? q.trim().replaceAll('\0', '') : '',
    page: typeof page === 'string' && /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}
