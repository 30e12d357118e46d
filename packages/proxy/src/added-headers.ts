import { hasSubscribers, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { headerVariable } from '@mortise/base';

/** Where undici announces each request that it creates. Instrumentation adds headers to it then. */
const CREATED = 'undici:request:create';

/** Whether anybody listens. */
export function isTraced(): boolean {
  return hasSubscribers(CREATED);
}

/**
 * Creates an undici request in which a header that instrumentation adds, such as `traceparent`, replaces the
 * client's: with both, the target has to ignore them (W3C Trace Context 3.2.2).
 *
 * @param given alternating names and values, as undici gets them
 * @param create calls undici, which creates the request before it returns
 * @returns what `create` returns
 */
export function withAddedHeaders<Result>(given: readonly string[], create: () => Result): Result {
  if (!isTraced()) return create();
  // Called after those that add headers: it is the last to subscribe.
  const replace = (message: unknown): void => {
    const { headers } = (message as { readonly request: { readonly headers: unknown } }).request;
    if (Array.isArray(headers)) replaceGiven(headers as string[], given);
  };
  subscribe(CREATED, replace);
  try {
    return create();
  } finally {
    unsubscribe(CREATED, replace);
  }
}

/** @param fields changed: those of `given`, in the same order and without a few of them, and then those that were added */
function replaceGiven(fields: string[], given: readonly string[]): void {
  let from = 0;
  for (let at = 0; at < given.length; at += 2) if (given[at] === fields[from]) from += 2;
  const added = new Set<string>();
  for (let at = from; at < fields.length; at += 2) added.add(headerVariable(fields[at] as string));
  // The state of one traceparent says nothing about another.
  if (added.has('traceparent')) added.add('tracestate');
  const isKept = (at: number) => !added.has(headerVariable(fields[at - (at % 2)] as string));
  fields.splice(0, from, ...fields.slice(0, from).filter((_, at) => isKept(at)));
}
