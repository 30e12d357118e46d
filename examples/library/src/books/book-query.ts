import type { ServerRequestInterface } from 'mortise';

/** What `?q=&page=` asks of the catalogue. */
export interface BookQuery {
  /** `''` asks for all books. */
  readonly text: string;
  /** Counted from 1. */
  readonly page: number;
}

/** A parameter that is missing, a list, or no number counts as not given. */
export function bookQuery(request: ServerRequestInterface): BookQuery {
  const { q, page } = request.getQueryParams();
  return {
    text: typeof q === 'string' ? q.trim().replaceAll('\0', '') : '',
    page: typeof page === 'string' && /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}
