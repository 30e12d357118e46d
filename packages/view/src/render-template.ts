import { isThenable, memberOf, quote, settled } from '@mortise/base';
import type { Awaitable } from '@mortise/http-message';
import { isTemplateName } from './template-name.js';
import type { ViewData, ViewEngineInterface } from './view-engine.js';
import { type TemplatePlace, ViewError } from './view-error.js';
import type { ViewHelpers } from './view-helpers.js';

/**
 * Renders one template with an engine, and checks its result or error according to {@link ViewEngineInterface}.
 *
 * @throws {ViewError} `TEMPLATE_NAME_INVALID`, without calling the engine; `TEMPLATE_NOT_FOUND`; `TEMPLATE_FAILED`
 */
export function renderTemplate(
  engine: ViewEngineInterface,
  template: string,
  data: ViewData,
  view: ViewHelpers,
): Awaitable<string> {
  if (!isTemplateName(template)) throw invalidName(template);
  let result;
  try {
    result = settled(engine.render(template, data, view));
  } catch (error) {
    throw failed(template, error);
  }
  if (!isThenable(result)) return textOf(template, result);
  return result.then(
    (text) => textOf(template, text),
    (error: unknown) => {
      throw failed(template, error);
    },
  );
}

function textOf(template: string, result: unknown): string {
  if (typeof result === 'string') return result;
  if (result === null) {
    throw new ViewError(
      'TEMPLATE_NOT_FOUND',
      `the engine has no template ${quote(template)}; check its name and the engine's folder`,
      { template },
    );
  }
  const message = `the engine returned ${quote(result)} for the template ${quote(template)}; expected a string, or null if the template does not exist`;
  throw new ViewError('TEMPLATE_FAILED', message, { template });
}

function invalidName(name: unknown): ViewError {
  const message = `invalid template name ${quote(name)}: expected segments separated by "/", such as "books/list", without "..", "\\", ":" or control characters`;
  return new ViewError('TEMPLATE_NAME_INVALID', message);
}

function failed(template: string, error: unknown): ViewError {
  const place = placeOf(template, error);
  const inside = place.template === template ? '' : ` in ${quote(place.template)}`;
  const at = place.line === null ? '' : ` at line ${place.line}`;
  const reason = memberOf(error, 'message');
  const why = typeof reason === 'string' ? reason : `it threw ${quote(error)}`;
  const message = `the template ${quote(template)} failed${inside}${at}: ${why}`;
  return new ViewError('TEMPLATE_FAILED', message, place, { cause: causeOf(error) });
}

/** Returns the cause to report. Skips an error that only reports the place of another one. */
function causeOf(error: unknown): unknown {
  const cause = memberOf(error, 'cause');
  return typeof memberOf(error, 'template') === 'string' && cause !== undefined ? cause : error;
}

function placeOf(template: string, error: unknown): TemplatePlace {
  const [name, line] = [memberOf(error, 'template'), memberOf(error, 'line')];
  return {
    template: typeof name === 'string' ? name : template,
    line: Number.isInteger(line) ? (line as number) : null,
  };
}
