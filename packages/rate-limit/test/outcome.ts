import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import type { rateLimit } from '../src/index.js';

export function requestFrom(
  factories: HttpFactoriesInterface,
  address: string,
): ServerRequestInterface {
  return factories.createServerRequest('GET', 'https://h.test/', { REMOTE_ADDR: address });
}

/** `passed`, or the status of the error. */
export async function outcome(
  middleware: ReturnType<typeof rateLimit>,
  request: ServerRequestInterface,
): Promise<string> {
  let handled = 'not handled';
  const handle = () => {
    handled = 'passed';
    return { withAddedHeader: handle } as never;
  };
  try {
    await middleware.process(request, { handle });
    return handled;
  } catch (error) {
    return String((error as { readonly status?: unknown }).status);
  }
}
