import type { EndpointDescription, Schema } from '@mortise/contract';
import type { DescribedRoute } from './described-route.js';
import { OpenApiError } from './openapi-error.js';
import type { Components } from './schemas/components.js';
import type { Json } from './schemas/json.js';
import { objectMembers } from './schemas/object-members.js';
import { typeOfSchema } from './schemas/types-of-schema.js';
import { placeholderSchema, type Template } from './path-templates.js';

/** Describes the schema of a part. */
export type DescribePart = (schema: Schema, part: string) => Json;

type Location = 'cookie' | 'header' | 'query';

/** Headers that OpenAPI describes elsewhere; it ignores parameters with these names (4.8.12.2.1). */
const ELSEWHERE: ReadonlySet<string> = new Set(['accept', 'authorization', 'content-type']);

/**
 * Returns the parameters of an operation: one for each path argument, and for each member of the query, headers and
 * cookies.
 *
 * @param names the names of the path arguments in the document, in path order
 */
export function parametersOf(
  description: EndpointDescription<Schema>,
  template: Template,
  names: readonly string[],
  components: Components,
  describe: DescribePart,
): readonly Json[] {
  const { args, query, headers, cookies } = description;
  const typed =
    args === undefined ? {} : objectMembers(describe(args, 'args'), components).properties;
  const path = template.placeholders.map((placeholder, index) => ({
    name: names[index] ?? placeholder.name,
    in: 'path',
    required: true,
    schema: Object.hasOwn(typed, placeholder.name)
      ? typed[placeholder.name]
      : placeholderSchema(placeholder),
  }));
  const members = (location: Location, schema: Schema | undefined, part: string): Json[] =>
    schema === undefined ? [] : membersOf(location, describe(schema, part), components);
  return [
    ...path,
    ...members('query', query, 'query'),
    ...members('header', headers, 'headers'),
    ...members('cookie', cookies, 'cookies'),
  ];
}

/**
 * Throws if a route's schema requires an argument that its pattern does not have: every request would be rejected.
 *
 * @param placeholders the placeholders of the whole pattern, including its optional parts
 * @throws {OpenApiError} `ARGUMENT_UNKNOWN`
 */
export function assertArguments(
  { description: { args }, label }: Pick<DescribedRoute, 'description' | 'label'>,
  placeholders: Template['placeholders'],
  components: Components,
  describe: DescribePart,
): void {
  if (args === undefined) return;
  for (const name of objectMembers(describe(args, 'args'), components).required) {
    if (placeholders.every((each) => each.name !== name))
      throw OpenApiError.unknownArgument(label, name);
  }
}

function membersOf(location: Location, schema: Json, components: Components): Json[] {
  const nameOf = location === 'header' ? lowerCase : String;
  const { properties, required, others } = objectMembers(schema, components, nameOf);
  const parameters = Object.entries(properties)
    .filter(([name]) => location !== 'header' || !ELSEWHERE.has(name.toLowerCase()))
    .map(([name, part]) => ({
      name,
      in: location,
      ...(required.has(name) && { required: true }),
      ...styleOf(location, typeOfSchema(part, components)),
      ...texts(part),
      schema: part,
    }));
  if (others === null || location !== 'query') return parameters;
  // Any name is accepted, which OpenAPI represents as an object with `explode`.
  let name = 'others';
  while (Object.hasOwn(properties, name)) name += '_';
  const rest = parameters.length === 0 ? schema : restOf(components.resolve(schema), others);
  return [...parameters, { name, in: location, style: 'form', explode: true, schema: rest }];
}

/** Returns what a schema says about the members that it does not name; the named ones have their own parameters. */
function restOf({ patternProperties, additionalProperties }: Json, others: Json): Json {
  return {
    type: 'object',
    ...(patternProperties !== undefined && { patternProperties }),
    additionalProperties: additionalProperties ?? others,
  };
}

/** Header names are case-insensitive (RFC 9110 5.1). */
function lowerCase(name: string): string {
  return name.toLowerCase();
}

function styleOf(location: Location, type: unknown): object {
  if (location !== 'query') return {};
  if (type === 'object') return { style: 'deepObject', explode: true };
  return type === 'array' ? { style: 'form', explode: true } : {};
}

function texts({ description, deprecated }: Json): object {
  return {
    ...(typeof description === 'string' && { description }),
    ...(deprecated === true && { deprecated }),
  };
}
