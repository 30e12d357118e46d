import type { RequestLifetimeInterface, ResponseInterface } from '@mortise/http-message';
import { isProducedLater } from './produced-later.js';

/** What the body of a response reads while it is sent: its headers, which say on what it depends, have been sent. */
export class LateReads {
  readonly #response: ResponseInterface;
  readonly #lifetime: RequestLifetimeInterface;

  private constructor(response: ResponseInterface, lifetime: RequestLifetimeInterface) {
    this.#response = response;
    this.#lifetime = lifetime;
  }

  /** @returns `null` if application code does not produce the body while it is sent */
  static of(response: ResponseInterface, lifetime: RequestLifetimeInterface): LateReads | null {
    return isProducedLater(response) ? new LateReads(response, lifetime) : null;
  }

  /** Whether what is read now can become a part of the body: not after the request has ended. */
  get areSent(): boolean {
    return !this.#lifetime.ended;
  }

  /** Whether a cache could send what is read now to another client: the headers do not contain `no-store`. */
  get areStored(): boolean {
    return this.areSent && !NO_STORE.test(this.#response.getHeaderLine('Cache-Control'));
  }
}

const NO_STORE = /\bno-store\b/i;

/** The text of an error for a read that is refused. @param what `'the session'` */
export function lateReadText(what: string): string {
  return `${what} was first read while the body was streamed, after the headers had been sent: read it in the handler, before you return the response`;
}
