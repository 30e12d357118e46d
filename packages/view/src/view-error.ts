import { brand, CodedError, HTTP_ERROR } from '@mortise/base';

/** Why a {@link ViewError} was thrown. These codes are stable. */
export type ViewCode =
  | 'TEMPLATE_FAILED'
  | 'TEMPLATE_NAME_INVALID'
  | 'TEMPLATE_NOT_FOUND'
  | 'VIEW_CONTEXT_MISSING'
  | 'VIEW_LAYER_MISSING';

/** Where a template failed. */
export interface TemplatePlace {
  /** The name of the template that failed, which can be an included one; `null` without a template. */
  readonly template: string | null;

  /** The line, from 1; `null` if the engine does not report it. */
  readonly line: number | null;
}

/**
 * Thrown if a page cannot be rendered: no part of it is in the response. The status is 500, and clients see only the
 * code, because the message can contain data of the page.
 */
export class ViewError extends CodedError<ViewCode> implements TemplatePlace {
  readonly status = 500;
  readonly template: string | null;
  readonly line: number | null;

  /** @param options `cause`: what the engine threw */
  constructor(
    code: ViewCode,
    message: string,
    place: Partial<TemplatePlace> = {},
    options?: ErrorOptions,
  ) {
    super(code, message, options);
    this.template = place.template ?? null;
    this.line = place.line ?? null;
  }

  static {
    brand(this, '@mortise/view/ViewError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}
