import type { HttpErrorInterface, ServerRequestInterface } from '@mortise/http-message';
import { reasonPhrase } from '@mortise/http-syntax';

const BRAND: unique symbol = Symbol.for('@mortise/app.brand');

/**
 * An error that is answered by its status, with a title and a description for people.
 *
 * `instanceof` goes by a brand that each class of this package bears, so that two copies of the
 * package agree; a class of one's own behaves as usual.
 */
export class HttpException extends Error implements HttpErrorInterface {
  /** The request as it was where the error came up. */
  readonly request: ServerRequestInterface;
  readonly status: number;
  readonly code: string;

  /** Headers of the answer, by name. */
  headers: Readonly<Record<string, string>> = {};

  /** What the client reads first: `'404 Not Found'`. */
  title: string;

  /** What the client reads where there is room for it; `''` for nothing. */
  description = '';

  /**
   * @param message for the log, and for the client only where details are displayed
   * @param status 400 to 599; anything else counts as 500
   * @param options `cause`: the error behind this one
   */
  constructor(request: ServerRequestInterface, message = '', status = 500, options?: ErrorOptions) {
    super(message, options);
    this.request = request;
    this.status = Number.isInteger(status) && status >= 400 && status <= 599 ? status : 500;
    this.code = `HTTP_${this.status}`;
    this.title = `${this.status} ${reasonPhrase(this.status)}`.trimEnd();
  }

  static {
    brand(this, 'HttpException');
  }

  static override [Symbol.hasInstance](this: object, value: unknown): boolean {
    const own = brandOf(this);
    return own === undefined
      ? Function.prototype[Symbol.hasInstance].call(this, value)
      : typeof value === 'object' && value !== null && own in value;
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

/** Gives a class its name, and the brand by which `instanceof` knows its instances. */
export function brand(type: { readonly prototype: Error }, name: string): void {
  const own = Symbol.for(`@mortise/app.${name}`);
  Object.defineProperty(type, BRAND, { value: own });
  Object.defineProperty(type.prototype, own, { value: true });
  Object.defineProperty(type.prototype, 'name', {
    value: name,
    configurable: true,
    writable: true,
  });
}

/** Whether an error is of this very class, not of one below it. */
export function isExactly(error: Error, type: { readonly prototype: object }): boolean {
  const own = brandOf(type);
  const prototype = Object.getPrototypeOf(error) as object;
  return own === undefined ? prototype === type.prototype : Object.hasOwn(prototype, own);
}

function brandOf(type: object): symbol | undefined {
  // A class below bears none, but inherits that of the class above.
  return Object.hasOwn(type, BRAND) ? (type as { readonly [BRAND]?: symbol })[BRAND] : undefined;
}
