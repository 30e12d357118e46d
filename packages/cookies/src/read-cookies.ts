import { CodedError } from '@mortise/base';
import type { ResponseMarks } from '@mortise/base/keys';
import { isProducedLater, markResponse, withCacheMarks } from '@mortise/base/message';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';

const NOTHING: ResponseMarks = { vary: [], isPrivate: false };
/** The cache marks of a response whose request did not have the cookie. */
const ABSENT: ResponseMarks = { vary: ['Cookie'], isPrivate: false };
/** The cache marks of a response that depends on the value of a cookie. */
const PRESENT: ResponseMarks = { vary: ['Cookie'], isPrivate: true };

/** The cookies of one request, and what its response depends on. */
export class ReadCookies {
  readonly #request: ServerRequestInterface;
  readonly #valueOf: (name: string, given: string) => Promise<string | null>;
  #marks = NOTHING;
  /** The response, if application code produces its body while it is sent. */
  #streamed: ResponseInterface | null = null;

  /** @param valueOf verifies or decrypts a cookie */
  constructor(
    request: ServerRequestInterface,
    valueOf: (name: string, given: string) => Promise<string | null>,
  ) {
    this.#request = request;
    this.#valueOf = valueOf;
  }

  async get(name: string): Promise<string | null> {
    const cookies = this.#request.getCookieParams();
    const given = Object.hasOwn(cookies, name) ? cookies[name] : undefined;
    this.#depend(given === undefined ? ABSENT : PRESENT);
    return given === undefined ? null : this.#valueOf(name, given);
  }

  /** Marks the response of the handler. What its body would be the first to read from now on is refused. */
  respond(response: ResponseInterface): ResponseInterface {
    const marked = withCacheMarks(response, this.#marks, this.#request);
    if (isProducedLater(marked)) this.#streamed = marked;
    return marked;
  }

  #depend(marks: ResponseMarks): void {
    if (this.#marks === PRESENT || this.#marks === marks) return;
    const control = this.#streamed?.getHeaderLine('Cache-Control') ?? 'no-store';
    if (!/\bno-store\b/i.test(control) && !this.#request.getLifetime().ended) throw late();
    this.#marks = marks;
    markResponse(this.#request, marks);
  }
}

function late(): CodedError {
  return new CodedError(
    'COOKIE_LATE',
    'a cookie was first read while the body was streamed, after the headers had been sent: read it in the handler, before you return the response',
  );
}
