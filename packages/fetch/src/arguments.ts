import { quote } from '@mortise/base';
import type {
  ClosableHandlerInterface,
  ServedHandler,
  ServerRequestCreatorInterface,
} from '@mortise/http-message';
import { FetchAdapterError } from './errors.js';

/**
 * Returns what is served as an object. Checks it for callers without types.
 *
 * @throws {FetchAdapterError} `OPTION_INVALID` if it is neither a handler nor a function
 */
export function checkedHandler(handler: ServedHandler): ClosableHandlerInterface {
  if (hasMethod(handler, 'handle')) return handler as ClosableHandlerInterface;
  if (typeof handler === 'function') return { handle: handler };
  throw invalid(
    'handler',
    handler,
    'an application, an object with handle(request), or a function (request) => response',
  );
}

/** @throws {FetchAdapterError} `OPTION_INVALID` if the options have no factories */
export function checkFactories(options: {
  readonly factories: ServerRequestCreatorInterface;
}): void {
  const given = options as Partial<typeof options> | undefined;
  if (hasMethod(given?.factories, 'createServerRequestFromSource')) return;
  throw invalid(
    'option factories',
    given?.factories,
    "the factories of a message implementation: import { factories } from '@mortise/message'",
  );
}

function hasMethod(value: unknown, name: string): boolean {
  return typeof (Object(value) as Readonly<Record<string, unknown>>)[name] === 'function';
}

function invalid(what: string, value: unknown, expected: string): FetchAdapterError {
  const text = `invalid ${what}: received ${quote(value)}; expected ${expected}`;
  return new FetchAdapterError('OPTION_INVALID', text);
}
