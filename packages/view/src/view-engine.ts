import type { Awaitable } from '@mortise/http-message';
import type { ViewHelpers } from './view-helpers.js';

/** Data of a template, by name. Own enumerable properties are copied, inherited ones are not. */
export type ViewData = Readonly<Record<string, unknown>>;

/** Renders templates: the only part that knows their language and where they are. */
export interface ViewEngineInterface {
  /**
   * Renders one template, completely. It must escape what the template prints, unless the template says otherwise.
   *
   * @param template a name for which `isTemplateName` is `true`; the same name is the same template
   * @param data an object with a null prototype, which must not be changed; `{}` if there is no data
   * @param view functions for templates, for this rendering alone
   * @returns the rendered string, `''` if it is empty; `null` if no template has this name
   * @throws anything, even as a rejection: it becomes the `cause` of `TEMPLATE_FAILED`. Its members `template` (text) and
   *   `line` (an integer from 1) are the place that the message names. An error with `template` and a `cause` only reports the
   *   place: then its `cause` is that of `TEMPLATE_FAILED`.
   */
  render(template: string, data: ViewData, view: ViewHelpers): Awaitable<string | null>;
}
