import { ignoreRejection, isThenable, warnOnce } from '@mortise/base';
import { isDevelopment } from '@mortise/base/message';
import { type Schema, type SchemaPart, validatorOf } from '@mortise/contract';
import type { ServerRequestInterface } from '@mortise/http-message';

/** A JSON number or boolean. */
const VALUE = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?)$/i;

/**
 * Creates a function for a part whose schema has no JSON Schema, so that its text is not converted. It warns once, in
 * development, if the schema refuses the text and accepts it with numbers and booleans in place of their text: it would
 * refuse every request.
 */
export function textWarning(
  part: SchemaPart,
  schema: Schema,
): (request: ServerRequestInterface, given: unknown) => void {
  const warnNow = warnOnce('TEXT_NOT_CONVERTED');
  const validate = validatorOf(schema);
  const accepts = (value: unknown): boolean => {
    const result = validate(value);
    if (!isThenable(result)) return result.issues === undefined;
    ignoreRejection(result);
    return false;
  };
  return (request, given) => {
    if (!isDevelopment(request) || accepts(given) || !accepts(converted(given))) return;
    warnNow(
      `a request was refused because the schema of ${part} has no JSON Schema, so numbers and booleans stay text`,
      'Use a schema with Standard JSON Schema, such as toStandardJsonSchema(schema) from @valibot/to-json-schema; or set endpoints({ jsonSchema }), or convert text in the schema.',
    );
  };
}

function converted(value: unknown): unknown {
  if (typeof value === 'string')
    return VALUE.test(value) ? (JSON.parse(value.toLowerCase()) as unknown) : value;
  if (Array.isArray(value)) return value.map(converted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, converted(each)]));
}
