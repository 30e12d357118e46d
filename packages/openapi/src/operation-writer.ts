import type { AnyProblemClass, Schema } from '@mortise/contract';
import { type DescribedRoute, securityOf } from './described-route.js';
import { OpenApiError } from './openapi-error.js';
import { parametersOf } from './parameters.js';
import type { Template } from './path-templates.js';
import { problemName, problemSchema } from './problems.js';
import { requestBodyOf } from './request-body.js';
import { responsesOf } from './responses.js';
import type { Components } from './schemas/components.js';
import type { Json } from './schemas/json.js';
import type { Direction } from './schemas/read-schema.js';

/** Writes the operations of one document: what a method of a path reads, and responds with. */
export class OperationWriter {
  readonly #components: Components;
  readonly #schemes: Readonly<Record<string, object>>;
  readonly #allowsUnknown: boolean;
  readonly #operationIds = new Set<string>();

  /**
   * @param components get the schemas
   * @param schemes the security schemes of the document, by name
   * @param allowsUnknown whether a schema without JSON Schema describes anything
   */
  constructor(
    components: Components,
    schemes: Readonly<Record<string, object>>,
    allowsUnknown: boolean,
  ) {
    this.#components = components;
    this.#schemes = schemes;
    this.#allowsUnknown = allowsUnknown;
  }

  /**
   * @param method in capitals
   * @param names of the arguments, in the order of the path
   * @param isNamed whether it gets the name of the route as its `operationId`
   * @throws {OpenApiError} `SECURITY_SCHEME_UNKNOWN`, and for a schema that cannot be described
   */
  write(
    route: DescribedRoute,
    method: string,
    template: Template,
    names: readonly string[],
    isNamed: boolean,
  ): Json {
    const { description, label } = route;
    const input = this.describe(route, 'input');
    const parameters = parametersOf(description, template, names, this.#components, input);
    const requestBody = requestBodyOf(description, this.#components, input);
    const security = securityOf(route);
    for (const name of (security ?? []).flatMap(Object.keys)) {
      if (!Object.hasOwn(this.#schemes, name)) throw OpenApiError.unknownScheme(label, name);
    }
    const id = isNamed && route.name !== null ? this.#operationId(route.name, method) : null;
    return {
      ...(id !== null && { operationId: id }),
      ...textsOf(route),
      ...(security !== null && { security }),
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody !== null && { requestBody }),
      responses: responsesOf({
        description,
        inputStatus: route.settings?.status ?? 422,
        middleware: middlewareResponses(route),
        describe: this.describe(route, 'output'),
        problem: (problem) => this.#problem(problem, route),
      }),
    };
  }

  /** Returns what describes the schemas of a route, as data that it reads or writes. */
  describe(route: DescribedRoute, direction: Direction): (schema: Schema, part: string) => Json {
    const options = {
      jsonSchema: route.settings?.jsonSchema ?? null,
      allowsUnknown: this.#allowsUnknown,
    };
    return (schema, part) =>
      this.#components.add(schema, direction, `${route.label}, ${part}`, options);
  }

  #problem(problem: AnyProblemClass, route: DescribedRoute): Json {
    const schema = problemSchema(problem, this.describe(route, 'output'));
    return this.#components.share(problemName(problem.options), schema);
  }

  /** The name of the route; a second method is appended to it. */
  #operationId(name: string, method: string): string {
    let id = name;
    while (this.#operationIds.has(id)) id += `.${method.toLowerCase()}`;
    this.#operationIds.add(id);
    return id;
  }
}

function middlewareResponses({ middleware }: DescribedRoute): ReadonlyMap<number, string> {
  const responses = new Map<number, string>();
  for (const each of middleware) {
    for (const [status, text] of Object.entries(each.responses ?? {})) {
      responses.set(Number(status), text);
    }
  }
  return responses;
}

/** The texts that describe an operation. */
function textsOf({ description, documentation }: DescribedRoute): Json {
  const {
    summary,
    text,
    tags = documentation.tags,
    deprecated = documentation.deprecated,
  } = description;
  return {
    ...(summary !== undefined && { summary }),
    ...(text !== undefined && { description: text }),
    ...(tags !== undefined && { tags }),
    ...(deprecated === true && { deprecated }),
  };
}
