import { ensure } from '@mortise/base/options';
import type { Schema } from '@mortise/contract';

/** What zod 4 and valibot expose about their schemas. `kind` is a member of `file()` and `files()` of the contract. */
interface Inspected {
  readonly kind?: unknown;
  readonly type?: unknown;
  readonly entries?: object;
  readonly wrapped?: Inspected;
  readonly item?: Inspected;
  readonly _zod?: {
    readonly def: {
      readonly type: string;
      readonly shape?: object;
      readonly innerType?: Inspected;
      readonly element?: Inspected;
      readonly in?: Inspected;
    };
  };
}

/**
 * Throws if a schema has a field for a file: every request would get 415 or 422, because a parsed body does not contain
 * the files. Nested file fields, and those of other libraries, are not detected.
 *
 * @param option the path of the schema: `'endpoint.body'`
 * @throws {OptionError} `OPTION_INVALID`, with the description to write instead
 */
export function checkNoFiles(option: string, schema: Schema): void {
  const whole = 'an object schema; to read a file yourself, write accepts: ["image/png"]';
  ensure(!isFile(schema as Inspected), option, schema, whole);
  for (const [name, member] of membersOf(schema as Inspected)) {
    const files = `a schema without files; write files: { ${name}: file() } beside it, with file from @mortise/contract`;
    ensure(!isFile(member), `${option}.${name}`, member, files);
  }
}

/** Returns the members of an object schema; `[]` for other libraries, or if a getter refers to an undefined schema. */
function membersOf(schema: Inspected): readonly [name: string, member: Inspected][] {
  try {
    return Object.entries(schema._zod?.def.shape ?? schema.entries ?? {});
  } catch {
    return [];
  }
}

const FILES: readonly unknown[] = ['file', 'files', 'blob'];

/** Whether a schema describes a file, a list of files or an optional file. */
function isFile(schema: Inspected): boolean {
  const { _zod: zod, wrapped, item = wrapped, kind, type = kind } = Object(schema) as Inspected;
  if (zod === undefined) return item === undefined ? FILES.includes(type) : isFile(item);
  const { innerType, element = innerType, in: input = element } = zod.def;
  return input === undefined ? FILES.includes(zod.def.type) : isFile(input);
}
