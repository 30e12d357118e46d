import { ignoreRejection, isThenable, memberOf } from '@mortise/base';
import type { Schema, SchemaIssue, SchemaResult } from './schema.js';

/** Validates a value with one schema; returns a promise if the schema is asynchronous. */
export type Validator<Output = unknown> = (
  value: unknown,
) => SchemaResult<Output> | Promise<SchemaResult<Output>>;

/** What is used of a schema of zod 4, which documents `_zod` for other libraries. */
interface ZodSchema extends Schema {
  readonly _zod: {
    run(payload: ZodPayload, context: { readonly async: true }): ZodPayload | Promise<unknown>;
  };
  safeParseAsync(value: unknown): Promise<ZodResult>;
  /** Not in zod/mini, whose transformations all wait if one may. */
  readonly refine: unknown;
}

interface ZodPayload {
  readonly value: unknown;
  readonly issues: unknown[];
}

type ZodResult =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };

const validators = new WeakMap<Schema, Validator>();

/**
 * Returns the function that validates with a schema: the same for each call.
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

function isZod(schema: Schema): schema is ZodSchema {
  const {
    _zod: zod,
    safeParseAsync,
    refine,
  } = schema as {
    readonly [Name in keyof ZodSchema]?: unknown;
  };
  return [memberOf(zod, 'run'), safeParseAsync, refine].every(
    (member) => typeof member === 'function',
  );
}

/** Values are tried with waiting, until one is valid: all refinements that apply to it have run then. */
function zodValidator(schema: ZodSchema): Validator {
  const { '~standard': standard } = schema;
  let isAsync: boolean | null = null;
  return (value) => {
    isAsync ??= waits(schema, value);
    if (isAsync === true) return parsed(schema, value);
    const result = standard.validate(value);
    // A refinement that threw, or one that waits and did not apply to the values before.
    if (isThenable(result)) isAsync = null;
    return result;
  };
}

/** Whether a schema waits for something; `null` if the value is not valid, so that this is not known. */
function waits(schema: ZodSchema, value: unknown): boolean | null {
  try {
    const result = schema._zod.run({ value, issues: [] }, { async: true });
    if (!isThenable(result)) return result.issues.length === 0 ? false : null;
    ignoreRejection(result);
    return true;
  } catch {
    return null;
  }
}

async function parsed(schema: ZodSchema, value: unknown): Promise<SchemaResult<unknown>> {
  const result = await schema.safeParseAsync(value);
  return result.success ? { value: result.data } : { issues: result.error.issues };
}
