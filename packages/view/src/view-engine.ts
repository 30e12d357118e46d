import type { Awaitable } from '@mortise/http-message';
import type { ViewHelpers } from './view-helpers.js';

/** Data for a template, by name. Own enumerable properties are copied, inherited ones are not. */
export type ViewData = Readonly<Record<string, unknown>>;

/** Renders templates. Only the engine knows their language and where they are stored. */
export interface ViewEngineInterface {
  /**
   * Renders one template, completely. It must escape what the template prints, unless the template says otherwise.
   *
   * @param template a name for which `isTemplateName` is `true`; the same name always means the same template
   * @param data an object with a null prototype, which must not be changed; `{}` if there is no data
   * @param view functions for templates, for this rendering only
   * @returns the rendered string, `''` if it is empty; `null` if no template has this name
   * @throws anything, or rejects with it: it becomes the `cause` of `TEMPLATE_FAILED`. Its members `template` (a
   *   string) and `line` (an integer from 1), if set, are the place that the message names. If it has both `template`
   *   and a `cause`, it only reports the place, and its `cause` becomes that of `TEMPLATE_FAILED`.
   */
  render(template: string, data: ViewData, view: ViewHelpers): Awaitable<string | null>;
}
