import { CSRF } from '@mortise/csrf';
import {
  type AttributeKey,
  httpError,
  type MiddlewareInterface,
  parseBody,
  type ServerRequestInterface,
} from 'mortise';
import { formOf } from './form.js';

/** A field of a form that the page of an error shows again. */
export interface KeptField {
  readonly name: string;
  readonly value: string;
  readonly type: 'text' | 'password' | 'hidden';
}

const KEPT: AttributeKey<readonly KeptField[]> = 'kept-fields';

/** Fields that nobody has typed: tokens, methods, and those of forms that have only a button. */
const HIDDEN = /^(?:csrf_.*|_.*|version|form|next|id|wish)$/;

/** The fields of the form that a request sends; none if nothing was typed, and for files. */
export function keptFields(request: ServerRequestInterface | null): readonly KeptField[] {
  return request?.getLifetime().getValue(KEPT) ?? [];
}

/** Keeps what was typed into a form, which the page of any error inside this layer shows again. */
export const keepForm: MiddlewareInterface = {
  name: 'keepForm',
  async process(request, handler) {
    const type = request.getHeaderLine('Content-Type');
    if (!type.startsWith('application/x-www-form-urlencoded')) return handler.handle(request);
    const parsed = await parseBody(request);
    keep(parsed, formOf(parsed));
    return handler.handle(parsed);
  },
};

/** Refuses a form whose token `csrfTokens` has refused. Its page has a new token, so that it can be sent again. */
export const refuseToken: MiddlewareInterface = {
  name: 'refuseToken',
  process(request, handler) {
    const token = request.getAttribute(CSRF);
    if (token === undefined || token.refusal === null) return handler.handle(request);
    if (keptFields(request).length === 0) throw token.refusal;
    keep(request, { ...formOf(request), ...token.generateToken() });
    throw httpError(403, 'The form has expired. Check your entries and send them again.', {
      code: token.refusal.code,
      cause: token.refusal,
    });
  },
};

function keep(request: ServerRequestInterface, form: Partial<Record<string, string>>): void {
  const fields = Object.entries(form).map(([name, value = '']): KeptField => {
    if (name === 'password') return { name, value: '', type: 'password' };
    return { name, value, type: HIDDEN.test(name) ? 'hidden' : 'text' };
  });
  const isTyped = fields.some(({ type }) => type !== 'hidden');
  request.getLifetime().setValue(KEPT, isTyped ? fields : []);
}
