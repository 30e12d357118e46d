import { BodyError } from '../body-error.js';
import { collect } from '../read-body.js';
import type { FileContent } from './file-content.js';
import type { PartHeader } from './part-header.js';
import type { ScannedPart } from './scanned-part.js';

/**
 * A field or a file of a form, while it comes in. Its bytes can be read once, by iterating or by one of
 * the members; what is not read is passed over.
 */
export interface Part extends PartHeader, AsyncIterable<Uint8Array> {
  /** All bytes: at most those that the limits allow. */
  bytes(): Promise<Uint8Array>;
  /** All bytes as UTF-8; what is none becomes U+FFFD. */
  text(): Promise<string>;
}

/** A part whose file is held against a limit. */
export class FormPart implements Part {
  readonly #part: ScannedPart;
  readonly #maxFileBytes: number;

  constructor(part: ScannedPart, maxFileBytes: number) {
    this.#part = part;
    this.#maxFileBytes = maxFileBytes;
  }

  get name(): string | null {
    return this.#part.header.name;
  }

  get filename(): string | null {
    return this.#part.header.filename;
  }

  get mediaType(): string | null {
    return this.#part.header.mediaType;
  }

  bytes(): Promise<Uint8Array> {
    return collect(this, Infinity);
  }

  async text(): Promise<string> {
    const { content } = this.#part;
    return typeof content === 'string' ? content : new TextDecoder().decode(await this.bytes());
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    const { content } = this.#part;
    return typeof content === 'string' ? once(content) : counted(content, this.#maxFileBytes);
  }
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield await Promise.resolve(new TextEncoder().encode(text));
}

function counted(content: FileContent, limit: number): AsyncIterator<Uint8Array> {
  let size = 0;
  return {
    next: async () => {
      const next = await content.next();
      size += next.value?.length ?? 0;
      if (size > limit) throw BodyError.partTooLarge('file', limit);
      return next;
    },
    return: () => content.return(),
  };
}
