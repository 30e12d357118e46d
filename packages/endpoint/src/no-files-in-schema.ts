import { ensure } from '@mortise/base/options';
import type { Schema } from '@mortise/contract';

/** What zod 4 and valibot expose about their schemas. `kind` is that of `file()` and `files()` of the contract. */
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
 * Refuses a schema with a field for a file: each request would get 415 or 422, because bodies are parsed without their
 * files. Files deeper inside, and those of other libraries, are not noticed.
 *
 * @param option the path of the schema: `'endpoint.body'`
 * @throws {OptionError} `OPTION_INVALID`, with the description to write
 */
export function checkNoFiles(option: string, schema: Schema): void {
  const whole = 'an object schema; to read a file yourself, write accepts: ["image/png"]';
  ensure(!isFile(schema as Inspected), option, schema, whole);
  for (const [name, member] of membersOf(schema as Inspected)) {
    const files = `a schema without files; write files: { ${name}: file() } beside it, with file from @mortise/contract`;
    ensure(!isFile(member), `${option}.${name}`, member, files);
  }
}

/** `[]` for a schema that refers to one that is not defined yet, and for other libraries. */
function membersOf(schema: Inspected): readonly [name: string, member: Inspected][] {
  try {
    return Object.entries(schema._zod?.def.shape ?? schema.entries ?? {});
  } catch {
    return [];
  }
}

const FILES: readonly unknown[] = ['file', 'files', 'blob'];

/** Whether a schema is of a file, of a list of files, or of one that can be absent. */
function isFile(schema: Inspected): boolean {
  const { _zod: zod, wrapped, item = wrapped, kind, type = kind } = Object(schema) as Inspected;
  if (zod === undefined) return item === undefined ? FILES.includes(type) : isFile(item);
  const { innerType, element = innerType, in: input = element } = zod.def;
  return input === undefined ? FILES.includes(zod.def.type) : isFile(input);
}
