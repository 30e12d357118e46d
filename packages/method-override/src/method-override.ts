import { isThenable } from '@mortise/base';
import { parseBody } from '@mortise/base/message';
import { ensureNone } from '@mortise/base/options';
import type { MiddlewareInterface, ServerRequestInterface } from '@mortise/http-message';
import { overriddenMethod, readsForm } from './overridden-method.js';

/**
 * Creates middleware that replaces the method of a POST request with the one in its `X-Http-Method-Override` header, or
 * in the field `_METHOD` of its URL-encoded form. Other requests are unchanged.
 *
 * Add it so that it runs before routing. If a POST form does not have the header, its body is parsed with the
 * application's parser (`parseBody`); if the application has no parser, only the header is used.
 *
 * @throws {OptionError} `OPTION_INVALID` if an argument is passed: there are no options
 */
export function methodOverride(...none: readonly []): MiddlewareInterface {
  const names = 'the names are X-Http-Method-Override and _METHOD';
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
