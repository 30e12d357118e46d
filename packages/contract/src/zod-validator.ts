import { ignoreRejection, isThenable, memberOf } from '@mortise/base';
import type { Schema, SchemaIssue, Validator } from './schema.js';

/** The members of a zod 4 schema that this file uses; zod documents `_zod` for other libraries. */
export interface ZodSchema extends Schema {
  readonly _zod: {
    readonly def: object;
    run(payload: ZodPayload, context: { readonly async: true }): ZodPayload | Promise<unknown>;
  };
  safeParseAsync(value: unknown): Promise<ZodResult>;
  /** Absent in zod/mini, in which every transform returns a promise if the context is asynchronous. */
  readonly refine: unknown;
}

interface ZodPayload {
  readonly value: unknown;
  readonly issues: unknown[];
}

type ZodResult =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };

/** Members of a definition whose functions zod never awaits, or that contain no schema. */
const NEVER_AWAITED: ReadonlySet<string> = new Set([
  'tx',
  'error',
  'when',
  'defaultValue',
  'catchValue',
]);

/** Whether a schema is from zod 4, but not from zod/mini. */
export function isZod(schema: Schema): schema is ZodSchema {
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

/**
 * Validates synchronously until a function in the schema returns a promise, and asynchronously from then on.
 *
 * If the schema has functions, `~standard.validate` is not called first: it would abandon the promise of an
 * asynchronous function.
 */
export function zodValidator(schema: ZodSchema): Validator {
  const { '~standard': standard } = schema;
  let calls: boolean | null = null;
  let waits = false;
  const parsed: Validator = async (value) => {
    const result = await schema.safeParseAsync(value);
    return result.success ? { value: result.data } : { issues: result.error.issues };
  };
  return (value) => {
    calls ??= hasFunctions(schema._zod.def, new Set());
    if (!calls) return standard.validate(value);
    if (waits) return parsed(value);
    try {
      const result = schema._zod.run({ value, issues: [] }, { async: true });
      if (!isThenable(result))
        return result.issues.length === 0 ? { value: result.value } : standard.validate(value);
      ignoreRejection(result);
      waits = true;
    } catch {
      // A function threw: the promise of `parsed` rejects with its error.
    }
    return parsed(value);
  };
}

/** Whether a definition, or a schema in it, contains a function that can return a promise, or a promise schema. */
function hasFunctions(part: object, seen: Set<object>): boolean {
  if (seen.has(part)) return false;
  seen.add(part);
  const { check, type } = part as { readonly check?: unknown; readonly type?: unknown };
  if (check === 'custom' || type === 'promise') return true;
  return Object.keys(part).some((name) => {
    if (NEVER_AWAITED.has(name)) return false;
    const member = memberOf(part, name);
    if (typeof member === 'function') return true;
    if (typeof member !== 'object' || member === null) return false;
    const definition = memberOf(memberOf(member, '_zod'), 'def');
    return hasFunctions(
      typeof definition === 'object' && definition !== null ? definition : member,
      seen,
    );
  });
}
