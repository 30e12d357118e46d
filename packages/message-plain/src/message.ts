import type { MessageInterface, StreamInterface } from '@mortise/http-message';
import { type Fact, known } from './fact.js';
import type { HeaderList } from './header-list.js';
import { refusal } from './message-error.js';
import { assertStream } from './stream-checks.js';

const VERSION = /^\d+(?:\.\d+)?$/;

/** The state of every message. */
export interface MessageState {
  readonly version: Fact<string>;
  readonly headers: Fact<HeaderList>;
  readonly body: Fact<StreamInterface>;
}

/**
 * The common part of requests and responses.
 *
 * The state of a message never changes: each `with*` checks its argument, then copies the message with one fact
 * replaced.
 */
export abstract class Message implements MessageInterface {
  protected abstract readonly state: MessageState;

  /** Returns a message of the same class with some facts replaced. */
  protected abstract copy(changes: Partial<MessageState>): this;

  getProtocolVersion(): string {
    return this.state.version();
  }

  withProtocolVersion(version: string): this {
    return this.copy({ version: known(assertVersion(version)) });
  }

  getHeaders(): Readonly<Record<string, readonly string[]>> {
    return this.state.headers().all();
  }

  getRawHeaders(): readonly string[] {
    return this.state.headers().raw();
  }

  hasHeader(name: string): boolean {
    return this.state.headers().has(name);
  }

  getHeader(name: string): readonly string[] {
    return this.state.headers().get(name);
  }

  getHeaderLine(name: string): string {
    return this.state.headers().get(name).join(', ');
  }

  withHeader(name: string, value: string | readonly string[]): this {
    return this.copy({ headers: known(this.state.headers().with(name, value)) });
  }

  withAddedHeader(name: string, value: string | readonly string[]): this {
    return this.copy({ headers: known(this.state.headers().withAdded(name, value)) });
  }

  withoutHeader(name: string): this {
    return this.copy({ headers: known(this.state.headers().without(name)) });
  }

  getBody(): StreamInterface {
    return this.state.body();
  }

  withBody(body: StreamInterface): this {
    return this.copy({ body: known(assertStream(body)) });
  }
}

/** Returns the version if it is valid. */
function assertVersion(version: unknown): string {
  if (typeof version === 'string' && VERSION.test(version)) return version;
  const problem = 'a protocol version must be digits, or digits, a dot and digits';
  throw refusal('PROTOCOL_VERSION_INVALID', problem, version);
}
