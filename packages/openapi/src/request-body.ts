import { ignoreRejection, isThenable } from '@mortise/base';
import {
  acceptedTypes,
  type EndpointDescription,
  type FileRule,
  type Schema,
  validatorOf,
} from '@mortise/contract';
import type { DescribePart } from './parameters.js';
import type { Components } from './schemas/components.js';
import type { Json } from './schemas/json.js';
import { objectMembers } from './schemas/object-members.js';
import { typesOfSchema } from './schemas/types-of-schema.js';

const MULTIPART = 'multipart/form-data';
const FORMS: readonly string[] = ['application/x-www-form-urlencoded', MULTIPART];

/** Returns OpenAPI's description of a request body; `null` if the operation has none. */
export function requestBodyOf(
  description: EndpointDescription<Schema>,
  components: Components,
  describe: DescribePart,
): Json | null {
  const types = acceptedTypes(description);
  if (types.length === 0) return null;
  const { body, files = {} } = description;
  const schema = body === undefined ? null : describe(body, 'body');
  const content: Json = {};
  for (const type of types) {
    if (FORMS.includes(type)) content[type] = formContent(type, schema, files, components);
    else content[type] = schema === null ? {} : { schema };
  }
  const needsFile = Object.values(files).some(({ optional }) => !optional);
  return { required: needsFile || (body !== undefined && !acceptsNone(body)), content };
}

/** What zod 4 exposes about its schemas. */
interface ZodSchema {
  readonly _zod?: { readonly optin?: string };
}

/** Whether a request can omit the body: the schema then accepts `undefined`. */
function acceptsNone(body: Schema): boolean {
  const { _zod: zod } = body as ZodSchema;
  // Validating would make zod prepare the schema for requests, and could run the user's functions.
  if (zod !== undefined) return zod.optin !== undefined;
  try {
    const result = validatorOf(body)(undefined);
    if (!isThenable(result)) return result.issues === undefined;
    ignoreRejection(result);
  } catch {
    // A schema that throws for a value does not accept it.
  }
  return false;
}

/**
 * Describes fields and files as the members of one object. Lists are encoded as repeated names, and objects as `a[b]`,
 * not as JSON, the default.
 */
function formContent(
  type: string,
  body: Json | null,
  files: Readonly<Record<string, FileRule>>,
  components: Components,
): Json {
  const fields = objectMembers(body ?? {}, components);
  const rules = Object.entries(files);
  const encodings = [
    ...Object.entries(fields.properties).flatMap(([name, schema]) => {
      const style = styleOf(type, typesOfSchema(schema, components));
      return style === null ? [] : [[name, { style, explode: true }]];
    }),
    ...rules.flatMap(([name, { types }]) =>
      types === null || onlyType(types) !== null ? [] : [[name, { contentType: types.join(', ') }]],
    ),
  ];
  const encoding = encodings.length > 0 && { encoding: Object.fromEntries(encodings) as Json };
  if (rules.length === 0) return body === null ? {} : { schema: body, ...encoding };
  const needed = rules.flatMap(([name, { optional }]) => (optional ? [] : [name]));
  const schema = {
    type: 'object',
    properties: {
      ...fields.properties,
      ...Object.fromEntries(rules.map(([name, rule]) => [name, fileSchema(rule)])),
    },
    required: [...fields.required, ...needed],
  };
  return { schema, ...encoding };
}

/**
 * Returns the style of a field, according to the types that it accepts. The style of a list is also that of one value.
 *
 * @returns `null` for the default; in a multipart form, that of a list is one part for each item
 */
function styleOf(form: string, types: ReadonlySet<unknown>): 'deepObject' | 'form' | null {
  if (types.has('object')) return types.size === 1 ? 'deepObject' : null;
  return types.has('array') && !types.has(undefined) && form !== MULTIPART ? 'form' : null;
}

function fileSchema({ kind, types, max, maxBytes }: FileRule): Json {
  const type = types === null ? 'application/octet-stream' : onlyType(types);
  const notes = [
    ...(types === null || type !== null ? [] : [`Media types: ${types.join(', ')}.`]),
    ...(maxBytes === null ? [] : [`At most ${maxBytes} bytes.`]),
  ];
  const one = {
    type: 'string',
    ...(type !== null && { contentMediaType: type }),
    ...(notes.length > 0 && { description: notes.join(' ') }),
  };
  if (kind === 'file') return one;
  return { type: 'array', items: one, ...(max !== null && { maxItems: max }) };
}

/** Returns the only type that a file can have; `null` if there are several, which the encoding then lists. */
function onlyType(types: readonly string[]): string | null {
  const [only, ...others] = types;
  return only === undefined || others.length > 0 || only.endsWith('/*') ? null : only;
}
