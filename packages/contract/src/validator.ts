import type { Schema, Validator } from './schema.js';
import { isZod, zodValidator } from './zod-validator.js';

const validators = new WeakMap<Schema, Validator>();

/**
 * Returns the function that validates with a schema: the same one for each call.
 *
 * It is `~standard.validate`, except for asynchronous schemas of zod: that function first validates without waiting, and
 * abandons the promise of a refinement, whose rejection would end the process.
 */
export function validatorOf<Output>(schema: Schema<unknown, Output>): Validator<Output> {
  let validator = validators.get(schema);
  if (validator === undefined) {
    const { '~standard': standard } = schema;
    validator = isZod(schema) ? zodValidator(schema) : (value) => standard.validate(value);
    validators.set(schema, validator);
  }
  return validator as Validator<Output>;
}
