import { json, type ResponseInterface, type ServerRequestInterface } from 'mortise';
import { HttpNotFoundException, type RouteArguments } from 'mortise/slim';

/** An action: a route refers to it by `ShowBook:show`. */
export class ShowBook {
  readonly #books: ReadonlyMap<string, string>;

  constructor(books: ReadonlyMap<string, string>) {
    this.#books = books;
  }

  show(
    request: ServerRequestInterface,
    response: ResponseInterface,
    { id = '' }: RouteArguments,
  ): ResponseInterface {
    const title = this.#books.get(id);
    if (title === undefined) throw new HttpNotFoundException(request);
    return json(response, { id, title });
  }
}
