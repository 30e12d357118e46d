import type { PubSubListener, PubSubMessage } from '@mortise/pubsub';
import { eventually, expectEqual } from './expect.js';

const decoder = new TextDecoder();

/** A listener that notes all of its calls. */
export class Recorder implements PubSubListener {
  readonly messages: PubSubMessage[] = [];
  readonly states: string[] = [];
  /** Texts of messages, and `gap`, in the order of the calls. */
  readonly calls: string[] = [];

  message(message: PubSubMessage): void {
    this.messages.push(message);
    this.calls.push(decoder.decode(message.data));
  }

  gap(): void {
    this.calls.push('gap');
  }

  state(state: string): void {
    this.states.push(state);
  }

  get gaps(): number {
    return this.calls.filter((call) => call === 'gap').length;
  }

  /** Waits for a message, which the case publishes last. */
  async until(text: string): Promise<void> {
    await eventually(
      () => this.calls.includes(text),
      () => `the message "${text}" was not received; received ${shortened(this.calls)}`,
    );
  }

  async untilGap(): Promise<void> {
    await eventually(
      () => this.gaps > 0,
      () => `there was no gap; received ${shortened(this.calls)}`,
    );
  }

  /** Expects these texts, each once and in this order. */
  expect(texts: readonly string[], what: string): void {
    expectEqual(this.calls, texts, what);
  }

  /** Expects that each message names the one before it. */
  expectChain(previous: string): void {
    let last = previous;
    for (const message of this.messages) {
      expectEqual(message.previous, last, 'the previous id of a message');
      last = message.id;
    }
  }
}

function shortened(calls: readonly string[]): string {
  return JSON.stringify(calls.slice(-10).map((call) => call.slice(0, 40)));
}
