import type { Schema, Validator } from './schema.js';
import { isZod, zodValidator } from './zod-validator.js';

const validators = new WeakMap<Schema, Validator>();

/**
 * Returns the function that validates values with a schema; always the same function for the same schema.
 *
 * It calls `~standard.validate`, except for zod schemas that can be asynchronous. For these, zod first validates
 * synchronously and abandons the promise of a refinement; its rejection would end the process.
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
