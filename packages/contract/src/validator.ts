import { kindOf, isThenable } from '@mortise/base';
import { OptionError } from '@mortise/base/options';
import type { Schema, SchemaResult, Validator } from './schema.js';
import { isZod, zodValidator } from './zod-validator.js';

const VALIDATE = "schema['~standard'].validate";
const validators = new WeakMap<Schema, Validator>();

/**
 * Returns the function that validates values with a schema; always the same function for the same schema.
 *
 * It calls `~standard.validate`, except for zod schemas that can be asynchronous. For these, zod first validates
 * synchronously and abandons the promise of a refinement; its rejection would end the process.
 *
 * The function throws an `OptionError`, or rejects with it, if `validate` returns neither a value nor issues. An empty
 * list of issues becomes one issue: the value is invalid.
 */
export function validatorOf<Output>(schema: Schema<unknown, Output>): Validator<Output> {
  let validator = validators.get(schema);
  if (validator === undefined) {
    const { '~standard': standard } = schema;
    validator = isZod(schema)
      ? zodValidator(schema)
      : (value) => {
          const result = standard.validate(value);
          return isThenable(result) ? result.then(checked) : checked(result);
        };
    validators.set(schema, validator);
  }
  return validator as Validator<Output>;
}

/** A missing value would otherwise be `undefined`, which no schema has accepted. */
function checked(result: SchemaResult<unknown>): SchemaResult<unknown> {
  const { issues } = Object(result) as Partial<SchemaResult<unknown>>;
  if (issues === undefined && 'value' in Object(result)) return result;
  if (Array.isArray(issues) && issues.every(isIssue))
    return issues.length > 0 ? result : { issues: [{ message: 'invalid value' }] };
  throw new OptionError(
    VALIDATE,
    result,
    'a function that returns { value }, or { issues } with a list of { message, path }',
    `invalid ${VALIDATE}: it returned ${kindOf(result)}`,
  );
}

function isIssue(issue: unknown): boolean {
  return typeof (Object(issue) as { readonly message?: unknown }).message === 'string';
}
