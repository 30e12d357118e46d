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
    if (!isUrlEncoded(request)) return handler.handle(request);
    const parsed = await parseBody(request);
    const fields = fieldsOf(formOf(parsed));
    const isTyped = fields.some(({ type }) => type !== 'hidden');
    parsed.getLifetime().setValue(KEPT, isTyped ? fields : []);
    return handler.handle(parsed);
  },
};

/** Refuses a form whose token `csrfTokens` has refused. Its page has a new token, so that it can be sent again: that of a button too. */
export const refuseToken: MiddlewareInterface = {
  name: 'refuseToken',
  process(request, handler) {
    const token = request.getAttribute(CSRF);
    if (token === undefined || token.refusal === null) return handler.handle(request);
    if (!isUrlEncoded(request)) throw token.refusal;
    const isTyped = keptFields(request).length > 0;
    const fields = fieldsOf({ ...formOf(request), ...token.generateToken() });
    request.getLifetime().setValue(KEPT, fields);
    const detail = isTyped
      ? 'The form has expired. Check your entries and send them again.'
      : 'The button has expired, and nothing was changed. Send it again if you still want to.';
    throw httpError(403, detail, { code: token.refusal.code, cause: token.refusal });
  },
};

/** Files are not kept. */
function isUrlEncoded(request: ServerRequestInterface): boolean {
  return request.getHeaderLine('Content-Type').startsWith('application/x-www-form-urlencoded');
}

function fieldsOf(form: Partial<Record<string, string>>): readonly KeptField[] {
  return Object.entries(form).map(([name, value = '']): KeptField => {
    if (name === 'password') return { name, value: '', type: 'password' };
    return { name, value, type: HIDDEN.test(name) ? 'hidden' : 'text' };
  });
}
