import { escapeHtml } from '@mortise/base';
import { CSP_NONCE, CSRF, SESSION } from '@mortise/base/keys';
import type { ServerRequestInterface } from '@mortise/http-message';
import { assertRequest, missing } from './missing-context.js';
import type { FormField, ViewHelpers } from './view-helpers.js';

/**
 * Creates the functions that read what other layers attached to the request.
 *
 * @param request `null` if the text is rendered without one
 */
export function pageHelpers(
  request: ServerRequestInterface | null,
): Pick<ViewHelpers, 'cspNonce' | 'flash' | 'csrfFields'> {
  const flash = (key?: string) => {
    const messages = request?.getAttribute(SESSION)?.flash;
    if (key !== undefined) return messages?.getMessage(key) ?? [];
    return messages?.getMessages() ?? (Object.create(null) as Record<string, never>);
  };
  return {
    // A page without a policy needs no nonce.
    cspNonce: () => request?.getAttribute(CSP_NONCE)?.value ?? '',
    flash: flash as ViewHelpers['flash'],
    csrfFields: () => {
      const token = assertRequest('csrfFields', request).getAttribute(CSRF);
      if (token === undefined) {
        throw missing(
          'csrfFields() found no token; add csrfTokens() to this route, its group or the application',
        );
      }
      const fields = [
        { name: token.getTokenNameKey(), value: token.getTokenName() },
        { name: token.getTokenValueKey(), value: token.getTokenValue() },
      ];
      return Object.defineProperty(fields, 'toString', {
        value: () => fields.map(hiddenField).join(''),
      });
    },
  };
}

function hiddenField({ name, value }: FormField): string {
  return `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;
}
