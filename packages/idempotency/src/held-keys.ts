import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';
import type { StoreInterface } from '@mortise/store';

/** A key in a store that a request has claimed. */
export interface HeldKey {
  readonly store: StoreInterface;
  readonly name: string;
}

/** An attribute and not a value of the lifetime: only what is inside the layer runs under its claim. */
const HELD: AttributeKey<readonly HeldKey[]> = '@mortise/idempotency.held';

/** Whether a layer outside has claimed the key for the request: its outcome is that of the whole request. */
export function isHeld(request: ServerRequestInterface, { store, name }: HeldKey): boolean {
  const held = request.getAttribute(HELD) ?? [];
  return held.some((key) => key.store === store && key.name === name);
}

/** Returns the request for the handler of a layer that has claimed the key. */
export function withHeld(request: ServerRequestInterface, key: HeldKey): ServerRequestInterface {
  return request.withAttribute(HELD, [...(request.getAttribute(HELD) ?? []), key]);
}
