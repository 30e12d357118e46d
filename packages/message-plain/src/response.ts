import { keepClaim } from '@mortise/base/message';
import type { ResponseInterface } from '@mortise/http-message';
import { isReasonPhrase, reasonPhrase } from '@mortise/http-syntax';
import { refusal } from './message-error.js';
import { Message, type MessageState } from './message.js';

/** The state of a response. */
export interface ResponseState extends MessageState {
  readonly status: Status;
}

interface Status {
  readonly code: number;
  readonly reason: string;
}

/** A response as the server sends it. */
export class Response extends Message implements ResponseInterface {
  protected override readonly state: ResponseState;

  constructor(state: ResponseState) {
    super();
    this.state = state;
  }

  protected override copy(changes: Partial<ResponseState>): this {
    return keepClaim<this>(new Response({ ...this.state, ...changes }) as this, this);
  }

  getStatusCode(): number {
    return this.state.status.code;
  }

  withStatus(code: number, reasonPhrase = ''): this {
    return this.copy({ status: assertStatus(code, reasonPhrase) });
  }

  getReasonPhrase(): string {
    return this.state.status.reason;
  }
}

/** Returns the checked code and reason phrase, with `''` replaced by the standard phrase. */
export function assertStatus(code: unknown, reason: unknown): Status {
  if (!isInteger(code) || code < 100 || code > 599) {
    throw refusal('STATUS_INVALID', 'a status code must be an integer from 100 to 599', code);
  }
  if (typeof reason !== 'string' || !isReasonPhrase(reason)) {
    const problem = 'a reason phrase must be visible ASCII, spaces, tabs and U+0080 to U+00FF';
    throw refusal('REASON_INVALID', problem, reason);
  }
  return { code, reason: reason === '' ? reasonPhrase(code) : reason };
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}
