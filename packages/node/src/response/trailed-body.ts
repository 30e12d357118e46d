import { TRAILERS } from '@mortise/base/keys';
import type { Awaitable, StreamInterface } from '@mortise/http-message';

/** Trailers by name. Each value is a function that is called once the body has been sent; `null` omits the trailer. */
export type TrailerFields = Readonly<Record<string, () => Awaitable<string | null>>>;

/**
 * Returns the given body with trailers. Its `inMemory` returns `null`, because a body that is sent from memory has no
 * trailers.
 */
export function trailedBody(body: StreamInterface, trailers: TrailerFields): StreamInterface {
  return new Proxy(body, {
    get(target, name) {
      if (name === TRAILERS) return trailers;
      if (name === 'inMemory') return () => null;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

/** The trailers of a body; `null` if there are none. */
export function trailersBehind(body: StreamInterface): TrailerFields | null {
  return (body as { readonly [TRAILERS]?: TrailerFields })[TRAILERS] ?? null;
}
