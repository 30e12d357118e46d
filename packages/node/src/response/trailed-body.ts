import { TRAILERS } from '@mortise/base/keys';
import type { Awaitable, StreamInterface } from '@mortise/http-message';

/** Trailers by name: functions called once the body has been sent; `null` omits the trailer. */
export type TrailerFields = Readonly<Record<string, () => Awaitable<string | null>>>;

/**
 * Returns a body with trailers, which is otherwise the given one. It is never in memory: code that takes a body from
 * memory does not reach its end.
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

/** The trailers of a body; null if there are none. */
export function trailersBehind(body: StreamInterface): TrailerFields | null {
  return (body as { readonly [TRAILERS]?: TrailerFields })[TRAILERS] ?? null;
}
