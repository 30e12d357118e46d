import type { RequestInterface, UriInterface } from '@mortise/http-message';
import { isToken } from '@mortise/http-syntax';
import { computed, type Fact, known } from './fact.js';
import type { HeaderList } from './header-list.js';
import { refusal } from './message-error.js';
import { Message, type MessageState } from './message.js';

// Includes non-ASCII whitespace, which a target cannot contain unescaped.
const NOT_IN_TARGET = /[\s\p{Cc}]/u;

/** The state of a request. */
export interface RequestState extends MessageState {
  readonly method: Fact<string>;
  readonly uri: Fact<UriInterface>;
  readonly target: Fact<string>;
  /** Whether `withUri` changes the target: `true` until `withRequestTarget` is called. */
  readonly targetFollowsUri: boolean;
}

/** The common part of client and server requests. */
export abstract class RequestBase extends Message implements RequestInterface {
  protected abstract override readonly state: RequestState;
  protected abstract override copy(changes: Partial<RequestState>): this;

  getRequestTarget(): string {
    return this.state.target();
  }

  withRequestTarget(requestTarget: string): this {
    return this.copy({ target: known(assertTarget(requestTarget)), targetFollowsUri: false });
  }

  getMethod(): string {
    return this.state.method();
  }

  withMethod(method: string): this {
    return this.copy({ method: known(assertMethod(method)) });
  }

  getUri(): UriInterface {
    return this.state.uri();
  }

  withUri(uri: UriInterface, preserveHost = false): this {
    const headers = this.state.headers();
    const keep = preserveHost && headers.get('Host').join(', ') !== '';
    const copy = this.copy({
      uri: known(uri),
      headers: known(keep ? headers : hostOf(uri, headers)),
    });
    return this.state.targetFollowsUri ? copy.copy({ target: originForm(known(uri)) }) : copy;
  }
}

/** A request as a client sends it. */
export class Request extends RequestBase {
  protected override readonly state: RequestState;

  constructor(state: RequestState) {
    super();
    this.state = state;
  }

  protected override copy(changes: Partial<RequestState>): this {
    return new Request({ ...this.state, ...changes }) as this;
  }
}

/** Returns the headers with `Host` set to the URI's host; unchanged if the URI has none. */
export function hostOf(uri: UriInterface, headers: HeaderList): HeaderList {
  const host = uri.getHost();
  const port = uri.getPort();
  if (host === '') return headers;
  return headers.withHost(port === null ? host : `${host}:${String(port)}`);
}

/** Returns the method if it is valid. */
export function assertMethod(method: unknown): string {
  if (typeof method === 'string' && isToken(method)) return method;
  throw refusal('METHOD_INVALID', 'a method must be a token', method);
}

/** Returns the target if it is valid. */
function assertTarget(target: unknown): string {
  if (typeof target === 'string' && target !== '' && !NOT_IN_TARGET.test(target)) return target;
  const problem = 'a request target must not be empty or contain whitespace or control characters';
  throw refusal('TARGET_INVALID', problem, target);
}

/** Returns the origin-form target for a URI's path and query (RFC 9112 3.2.1). */
export function originForm(uri: Fact<UriInterface>): Fact<string> {
  return computed(() => {
    const query = uri().getQuery();
    const basePath = uri().getBasePath();
    const path = uri().getPath();
    const rooted = path === '' || path.startsWith('/') ? path : `/${path}`;
    return (basePath + rooted || '/') + (query && `?${query}`);
  });
}
