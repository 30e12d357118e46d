import { brand, HTTP_ERROR, isErrorStatus, isInstance } from '@mortise/base';
import type { HttpErrorInterface, ServerRequestInterface } from '@mortise/http-message';
import { statusTitle } from './status-title.js';

/**
 * An error in Slim's shape: its message is for the log, its title and its description are for the
 * client. Titles reach the client in every format, descriptions in pages and problem details.
 *
 * `instanceof` goes by a brand that each class of this package bears, so that two copies of the
 * package agree; a class below these behaves as usual.
 */
export class HttpException extends Error implements HttpErrorInterface {
  /** The request as it was where the error was thrown. */
  readonly request: ServerRequestInterface;
  readonly status: number;
  readonly code: string;

  /** Header fields of the response, by name. */
  headers: Readonly<Record<string, string | readonly string[]>> = {};

  /** What the client reads first: `'404 Not Found'`. */
  title: string;

  /** What the client reads where there is room for it; `''` for nothing. */
  description = '';

  /** Further members of problem details and JSON (RFC 9457 3.2). */
  declare problem?: Readonly<Record<string, unknown>>;

  /**
   * @param message for the log, and for the client only where details are displayed
   * @param status 400 to 599; anything else is treated as 500
   * @param options `cause`: the underlying error
   */
  constructor(request: ServerRequestInterface, message = '', status = 500, options?: ErrorOptions) {
    super(message, options);
    this.request = request;
    this.status = isErrorStatus(status) ? status : 500;
    this.code = `HTTP_${this.status}`;
    this.title = statusTitle(this.status);
  }

  static {
    brand(this, '@mortise/app/HttpException');
  }

  static override [Symbol.hasInstance](this: object, value: unknown): boolean {
    return isInstance(this, value);
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  /** {@link description}, for readers of {@link HttpErrorInterface}. */
  get detail(): string {
    return this.description;
  }

  /** Slim's name for {@link request}. */
  getRequest(): ServerRequestInterface {
    return this.request;
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
