import type { StreamInterface } from '@mortise/http-message';
import { UpgradeError } from './upgrade-error.js';

/**
 * The body of a response that switches protocols: a stream that is closed from the beginning, and whose errors explain
 * why. An adapter that tries to send it as an ordinary body fails with such an error.
 */
export class UpgradeBody implements StreamInterface {
  readonly #protocol: string;

  constructor(protocol: string) {
    this.#protocol = protocol;
  }

  getSize(): null {
    return null;
  }

  eof(): true {
    return true;
  }

  isSeekable(): false {
    return false;
  }

  isWritable(): false {
    return false;
  }

  isReadable(): false {
    return false;
  }

  tell(): never {
    throw this.#error();
  }

  seek(): never {
    throw this.#error();
  }

  rewind(): never {
    throw this.#error();
  }

  write(): never {
    throw this.#error();
  }

  inMemory(): never {
    throw this.#error();
  }

  read(): Promise<never> {
    return Promise.reject(this.#error());
  }

  getContents(): Promise<never> {
    return Promise.reject(this.#error());
  }

  text(): Promise<never> {
    return Promise.reject(this.#error());
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return { next: () => this.read() };
  }

  getMetadata(): Readonly<Record<string, unknown>>;
  getMetadata(key: string): unknown;
  getMetadata(key?: string): unknown {
    return key === undefined ? {} : null;
  }

  close(): void {
    // Nothing is open.
  }

  detach(): null {
    return null;
  }

  #error(): UpgradeError {
    return new UpgradeError(this.#protocol);
  }
}
