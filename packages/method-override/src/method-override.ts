import { isThenable, warnOnce } from '@mortise/base';
import { isDevelopment, parseBody } from '@mortise/base/message';
import { ensureNone } from '@mortise/base/options';
import type { MiddlewareInterface, ServerRequestInterface } from '@mortise/http-message';
import { overriddenMethod, readsForm } from './overridden-method.js';

/**
 * Creates middleware that replaces the method of a POST request with the one in its `X-Http-Method-Override` header, or
 * in the field `_METHOD` of its URL-encoded form. Other requests are unchanged.
 *
 * Add it so that it runs before routing. If a POST form does not have the header, its body is parsed with the
 * application's parser (`parseBody`); if the application has no parser, only the header is used. In development, a warning
 * reports the first form with a field `_method`.
 *
 * @throws {OptionError} `OPTION_INVALID` if an argument is passed: there are no options
 */
export function methodOverride(...none: readonly []): MiddlewareInterface {
  const names = 'the names are X-Http-Method-Override and _METHOD';
  ensureNone(none, 'methodOverride', names);
  const warnNow = warnOnce('METHOD_FIELD');
  return {
    name: 'methodOverride',
    process(request, handler) {
      const isForm = readsForm(request);
      const pass = (parsed: ServerRequestInterface) => {
        const method = overriddenMethod(parsed);
        if (method !== null) return handler.handle(parsed.withMethod(method));
        if (isForm && hasOtherField(parsed) && isDevelopment(parsed)) {
          const field = '<input type="hidden" name="_METHOD" value="PUT">';
          warnNow('the form field "_method" does not override the method', `Write ${field}.`);
        }
        return handler.handle(parsed);
      };
      const parsed = isForm ? parseBody(request) : request;
      return isThenable(parsed) ? parsed.then(pass) : pass(parsed);
    },
  };
}

/** Whether a form has the field of other frameworks. */
function hasOtherField(request: ServerRequestInterface): boolean {
  return Object.hasOwn(request.getParsedBody() ?? {}, '_method');
}
