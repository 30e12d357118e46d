import { render } from '@mortise/view';
import type { ResponseInterface, ServerRequestInterface } from 'mortise';

/** The form of a book that somebody has deleted while it was changed: what was typed is kept, and adds the book again. */
export async function showDeleted(
  request: ServerRequestInterface,
  response: ResponseInterface,
  typed: Partial<Record<string, string>>,
): Promise<ResponseInterface> {
  const problems = { version: 'Someone else has deleted this book. Save to add it again.' };
  const fields = { ...typed, form: crypto.randomUUID() };
  const data = { title: 'Add a book', book: null, fields, problems };
  return render(request, response.withStatus(404), 'book-form', data);
}
