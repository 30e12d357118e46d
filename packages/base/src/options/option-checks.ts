import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import { FACTORIES } from '../keys.js';
import type { OptionError } from './option-error.js';

/**
 * Checks the options of one package, for callers without types. Each check throws the package's error; a
 * check that returns something returns the checked value.
 */
export class OptionChecks {
  readonly #Refusal: typeof OptionError;

  /** @param Refusal the error class of the package */
  constructor(Refusal: typeof OptionError) {
    this.#Refusal = Refusal;
  }

  /**
   * Checks that options are an object without unknown names, so that a misspelled name does not go unnoticed.
   *
   * @param names every option, with any value: its type checks that the list is complete
   * @param path of the object, for an option that has options of its own; default: the options are not nested
   */
  names<O extends object>(options: O, names: Readonly<Record<keyof O, unknown>>, path = ''): void {
    const given: unknown = options;
    const isObject = typeof given === 'object' && given !== null;
    this.that(isObject, path === '' ? 'options' : path, given, 'an object');
    const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
    if (unknown === undefined) return;
    const option = path === '' ? unknown : `${path}.${unknown}`;
    const expected = `one of ${Object.keys(names).join(', ')}`;
    // Without the value: it can be the secret of a misspelled option.
    throw new this.#Refusal(option, undefined, expected, `unknown option ${option}`);
  }

  /** Checks a rule. @param expected completes "expected ..." */
  that(holds: boolean, option: string, value: unknown, expected: string): void {
    if (!holds) throw new this.#Refusal(option, value, expected);
  }

  /** Checks an integer. @param most inclusive, as `least` is */
  integer(option: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER): number {
    const holds = Number.isSafeInteger(value) && value >= least && value <= most;
    const range =
      most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    this.that(holds, option, value, `an integer ${range}`);
    return value;
  }

  /** Checks that a text is one of several. */
  choice<T extends string>(option: string, value: T, choices: readonly T[]): T {
    const list = choices.map((choice) => `"${choice}"`).join(', ');
    this.that(choices.includes(value), option, value, `one of ${list}`);
    return value;
  }

  /** Checks `true` or `false`. */
  boolean(option: string, value: boolean): boolean {
    this.that(typeof value === 'boolean', option, value, 'true or false');
    return value;
  }

  /** Checks a function. */
  callable<T>(option: string, value: T): T {
    this.that(typeof value === 'function', option, value, 'a function');
    return value;
  }

  /** Checks an object that has certain methods. @param expected completes "expected ..." */
  methods<T>(option: string, value: T, methods: readonly string[], expected: string): T {
    const members = Object(value) as Readonly<Record<string, unknown>>;
    const holds = methods.every((method) => typeof members[method] === 'function');
    this.that(holds, option, value, expected);
    return value;
  }

  /**
   * Returns the factories for a request: those of the option, otherwise those that came with the request. Call it before
   * the handler: an application inside can set its own.
   *
   * @param path of the option, with the function that takes it: `'cors.factories'`
   * @param given `undefined` if the option was omitted
   * @throws the package's error, if there are neither: the code that created the request attached none
   */
  factories<F extends Partial<HttpFactoriesInterface>>(
    path: string,
    given: F | undefined,
    request: ServerRequestInterface,
  ): F | HttpFactoriesInterface {
    const factories = given ?? request.getLifetime().getValue(FACTORIES);
    if (factories !== undefined) return factories;
    const problem = `missing ${path}: the request was created without factories`;
    throw new this.#Refusal(
      path,
      undefined,
      'factories of messages, such as app.factories',
      problem,
    );
  }
}
