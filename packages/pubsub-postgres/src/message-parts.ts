import type { PubSubMessage } from '@mortise/pubsub';

interface Parts {
  readonly mark: string;
  readonly texts: string[];
}

/** Joins the notifications of a message: those of one transaction follow each other. */
export class MessageParts {
  readonly #pending = new Map<string, Parts>();

  /**
   * @param payload id, previous id, mark of the message, part, number of parts, Base64, between spaces
   * @returns `null` before the last part
   */
  add(topic: string, payload: string): PubSubMessage | null {
    const [id = '', previous = '', mark = '', part = '', count = '', text = ''] =
      payload.split(' ');
    const pending = this.#pending.get(topic);
    const texts = part !== '1' && pending?.mark === mark ? pending.texts : [];
    texts.push(text);
    if (part !== count) {
      this.#pending.set(topic, { mark, texts });
      return null;
    }
    this.#pending.delete(topic);
    // The connection was lost in the middle: the history has the message, if it is kept.
    if (texts.length !== Number(count)) return null;
    return { topic, id: wideId(id), previous: wideId(previous), data: bytesOf(texts.join('')) };
  }
}

function wideId(id: string): string {
  return id === '0' ? '' : id.padStart(18, '0');
}

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
