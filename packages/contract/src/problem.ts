import { HTTP_ERROR, isErrorStatus, ignoreRejection, isThenable } from '@mortise/base';
import { optional, options, rule } from '@mortise/base/options';
import type { HttpErrorInterface } from '@mortise/http-message';
import { InvalidProblemError } from './invalid-problem-error.js';
import { type InputOf, isSchema, type OutputOf, type Schema } from './schema.js';
import { validatorOf } from './validator.js';
import type { Wire } from './wire.js';

/** Options of {@link defineProblem}. */
export interface ProblemOptions {
  /** A URI that identifies the kind of problem. Default `about:blank`, which adds nothing to the status. */
  readonly type?: string | undefined;

  /** A short human-readable summary, the same for every occurrence. */
  readonly title: string;

  /** The status of the response, 400 to 599. */
  readonly status: number;

  /** A stable, machine-readable code in capitals, such as `OUT_OF_STOCK`. */
  readonly code: string;

  /** The object schema of the additional members; it must be synchronous. Default: no additional members. */
  readonly schema?: Schema | undefined;
}

/** The additional members that the constructor of a problem accepts. */
export type ProblemMembers<O extends ProblemOptions> = O extends {
  readonly schema: infer S;
}
  ? InputOf<S>
  : Readonly<Record<string, never>>;

/** A problem as clients receive it (RFC 9457 3). */
export type ProblemDetails<O extends ProblemOptions> = {
  readonly type?: string;
  readonly title: string;
  readonly status: O['status'];
  readonly code: O['code'];
  readonly detail?: string;
} & (O extends { readonly schema: infer S } ? Wire<OutputOf<S>> : unknown);

/** A kind of problem: an error class whose instances are thrown, with its definition. */
export interface ProblemClass<O extends ProblemOptions = ProblemOptions> {
  /**
   * @param detail a human-readable description of this occurrence, sent to the client
   * @param members the members that the schema accepts; the client receives what the schema returns
   * @throws {InvalidProblemError} `PROBLEM_INVALID` if the schema rejects the members, returns `title`, `status`,
   *   `detail` or `code`, which the problem sets itself, or is asynchronous
   */
  new (
    detail: string,
    ...members: O extends { readonly schema: Schema } ? [members: ProblemMembers<O>] : []
  ): ProblemError<O>;

  readonly options: O;

  /** Whether a problem that a client received is of this kind; compares only the `code`. */
  is(problem: unknown): problem is ProblemDetails<O>;
}

/** An instance of a {@link ProblemClass}: if it is thrown, the application sends it as the response. */
export interface ProblemError<O extends ProblemOptions = ProblemOptions>
  extends HttpErrorInterface {
  readonly status: O['status'];
  readonly code: O['code'];
  readonly title: string;
  readonly detail: string;
}

const declared = options<ProblemOptions>()('defineProblem', {
  type: optional(rule((type) => typeof type === 'string', 'a URI')),
  title: rule((title) => typeof title === 'string' && title !== '', 'a non-empty string'),
  status: rule((status) => isErrorStatus(status), 'an integer from 400 to 599'),
  code: rule(
    (code) => typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code),
    'capital letters, digits and "_", such as "OUT_OF_STOCK"',
  ),
  schema: optional(rule(isSchema, 'a schema that implements Standard Schema')),
});

/**
 * Defines a kind of problem: an error class with a fixed status, code and title, and with typed, validated members. If
 * an operation lists it in its `problems`, it appears in the API document and in the client's types.
 *
 * ```ts
 * const OutOfStock = defineProblem({ title: 'Out of Stock', status: 409, code: 'OUT_OF_STOCK', schema });
 * throw new OutOfStock('Two copies are left.', { left: 2 });
 * ```
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @see RFC 9457
 */
export function defineProblem<const O extends ProblemOptions>(
  given: O & ProblemOptions,
): ProblemClass<O> {
  const { type, title, status, code, schema } = declared(given);

  class Problem extends Error implements ProblemError {
    override readonly name = 'Problem';
    static readonly options = given;
    readonly status = status;
    readonly code = code;
    readonly title = title;
    readonly detail: string;
    readonly problem: Readonly<Record<string, unknown>>;

    constructor(detail: string, members?: unknown) {
      super(detail);
      this.detail = detail;
      const checked = schema === undefined ? {} : checkedMembers(schema, code, members);
      this.problem = writable({ ...checked, ...(type !== undefined && { type }) }, code);
    }

    static is(problem: unknown): boolean {
      return (Object(problem) as { readonly code?: unknown }).code === code;
    }

    get [HTTP_ERROR](): true {
      return true;
    }
  }

  return Problem as unknown as ProblemClass<O>;
}

const RESERVED = ['title', 'status', 'detail', 'code'];

/** Refuses members that the problem's own would replace. */
function withoutReserved(members: object, code: string): object {
  const [name] = RESERVED.filter((each) => Object.hasOwn(members, each));
  if (name === undefined) return members;
  throw new InvalidProblemError(code, [`the problem sets "${name}" itself: give it another name`]);
}

/** Refuses members that could not be written when the error is rendered, such as a BigInt. */
function writable<T extends object>(members: T, code: string): T {
  for (const [name, value] of Object.entries(members)) {
    try {
      JSON.stringify(value);
    } catch {
      throw new InvalidProblemError(code, [`the member ${name} cannot be written as JSON`]);
    }
  }
  return members;
}

function checkedMembers(schema: Schema, code: string, members: unknown): object {
  const result = validatorOf(schema)(members);
  if (isThenable(result)) {
    ignoreRejection(result);
    throw new InvalidProblemError(code, ['the schema is asynchronous']);
  }
  if (result.issues === undefined) return withoutReserved(Object(result.value) as object, code);
  const issues = result.issues.map(({ message }) => message);
  throw new InvalidProblemError(code, issues);
}
