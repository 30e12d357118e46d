import { isThenable } from '@mortise/base';
import { parseBody } from '@mortise/base/message';
import { ensureNone } from '@mortise/base/options';
import type { MiddlewareInterface, ServerRequestInterface } from '@mortise/http-message';
import { overriddenMethod, readsForm } from './overridden-method.js';

/**
 * Replaces the method of a POST request with the one that the request names; passes all others on unchanged.
 *
 * Add it so that it runs before routing. The body of a POST form without the header is parsed for the field `_METHOD`
 * (`parseBody`), with the parser of the application; without one, only the header is read.
 *
 * @throws {OptionError} `OPTION_INVALID` for an argument: there are no options
 */
export function methodOverride(...none: readonly []): MiddlewareInterface {
  const names = 'the header is X-Http-Method-Override, the form field _METHOD';
  ensureNone(none, 'methodOverride', names);
  return {
    name: 'methodOverride',
    process(request, handler) {
      const pass = (parsed: ServerRequestInterface) => {
        const method = overriddenMethod(parsed);
        return handler.handle(method === null ? parsed : parsed.withMethod(method));
      };
      const parsed = readsForm(request) ? parseBody(request) : request;
      return isThenable(parsed) ? parsed.then(pass) : pass(parsed);
    },
  };
}
