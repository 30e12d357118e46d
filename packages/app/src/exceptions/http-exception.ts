import { brand, CodedError, HTTP_ERROR, isErrorStatus } from '@mortise/base';
import type { HttpErrorInterface, ServerRequestInterface } from '@mortise/http-message';
import { statusTitle } from './http-error.js';

/**
 * An error like Slim's: the message is for the log, the title and description are for the client. Titles are sent in
 * every format, descriptions only on HTML pages and in problem details.
 *
 * For classes of this package, `instanceof` compares a brand, so it works across copies of the package; for derived
 * classes it behaves as usual.
 */
export class HttpException extends CodedError implements HttpErrorInterface {
  /** The request, as it was when the error was thrown. */
  readonly request: ServerRequestInterface;
  readonly status: number;

  /** Response headers by name. */
  headers: Readonly<Record<string, string | readonly string[]>> = {};

  /** The title for the client, such as `'404 Not Found'`. */
  title: string;

  /** A longer text for the client, on HTML pages and in problem details; `''` for none. */
  description = '';

  /** Further members of problem details and JSON (RFC 9457 3.2). */
  declare problem?: Readonly<Record<string, unknown>>;

  /**
   * @param message for the log; the client sees it only if details are displayed
   * @param status 400 to 599; anything else is treated as 500
   * @param options `cause`: the underlying error
   */
  constructor(request: ServerRequestInterface, message = '', status = 500, options?: ErrorOptions) {
    if (typeof (request as unknown) === 'string') {
      const { name } = new.target;
      throw new TypeError(
        `${name} received a string instead of the request: write new ${name}(request, message)`,
      );
    }
    const known = isErrorStatus(status) ? status : 500;
    super(`HTTP_${known}`, message, options);
    this.request = request;
    this.status = known;
    this.title = statusTitle(known);
  }

  static {
    brand(this, '@mortise/app/HttpException');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  /** The {@link description}, under its name in {@link HttpErrorInterface}. */
  get detail(): string {
    return this.description;
  }

  /** Slim's name for {@link request}. */
  getRequest(): ServerRequestInterface {
    return this.request;
  }

  /** Slim's name for {@link status}. */
  getCode(): number {
    return this.status;
  }

  /** Slim's name for {@link title}. */
  getTitle(): string {
    return this.title;
  }

  setTitle(title: string): this {
    this.title = title;
    return this;
  }

  /** Slim's name for {@link description}. */
  getDescription(): string {
    return this.description;
  }

  setDescription(description: string): this {
    this.description = description;
    return this;
  }
}
