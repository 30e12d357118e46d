import { CodedError } from '@mortise/base';
import type { ResponseMarks } from '@mortise/base/keys';
import { LateReads, lateReadText, markResponse, withCacheMarks } from '@mortise/base/message';
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
  #late: LateReads | null = null;

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
    this.#late = LateReads.of(marked, this.#request.getLifetime());
    return marked;
  }

  #depend(marks: ResponseMarks): void {
    if (this.#marks === PRESENT || this.#marks === marks) return;
    if (this.#late?.areStored === true)
      throw new CodedError('COOKIE_LATE', lateReadText('a cookie'));
    this.#marks = marks;
    markResponse(this.#request, marks);
  }
}
