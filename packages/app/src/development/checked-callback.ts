import { isThenable } from '@mortise/base';
import { isResponse, noteBody } from '@mortise/base/message';
import type { ResponseInterface } from '@mortise/http-message';
import { warnOfDropped } from './dropped-results.js';
import { noteThrower } from './hint.js';
import { HANDLER, sourceOf, written } from './function-source.js';
import { statusAssigned } from '../misuse/response-errors.js';
import { LINES } from '../misuse/variant-lines.js';

/** Members that handlers can assign in other frameworks. */
const ASSIGNED = ['statusCode', 'status', 'body'];

type AnyFunction = (this: unknown, ...given: unknown[]) => unknown;

/**
 * Returns a callback that fails if the given one assigns a status or a body to its response, which would be silently
 * ignored, or writes a promise to it with `json`, and notes which callback failed, for the hint. Warns of results that
 * its code drops.
 *
 * For development only, because an asynchronous result costs another promise.
 *
 * @param place the name of its route, for the error
 * @param source the function with its code, if the callback is bound
 * @returns a function that throws {@link AppError} `RESPONSE_INVALID`, or rejects with it
 */
export function checkedCallback(
  callback: AnyFunction,
  place: () => string,
  source: unknown,
  lines = LINES,
): AnyFunction {
  warnOfDropped(place(), source, sourceOf(source, HANDLER));
  const failed = (error: unknown): never => {
    noteThrower(error, source, HANDLER, lines);
    throw error;
  };
  return function (...given) {
    const [, response] = given;
    if (isResponse(response)) noteBody(response);
    const hadBody = Object.hasOwn(Object(response) as object, 'body');
    const check = (value: unknown): unknown => {
      if (!isResponse(response)) return value;
      const member = ASSIGNED.find(
        (name) => isLost(response, name) && !(hadBody && name === 'body'),
      );
      if (member === undefined) return value;
      const write = (line: string) => written(line, sourceOf(source, HANDLER), lines);
      throw statusAssigned(place(), member, Reflect.get(response, member), write);
    };
    let result: unknown;
    try {
      result = callback.apply(this, given);
    } catch (error) {
      return failed(error);
    }
    return isThenable(result) ? Promise.resolve(result).then(check, failed) : check(result);
  };
}

/**
 * Whether an assigned member has no effect. In another implementation, a response can have such a member itself, with
 * the status that it sends.
 */
function isLost(response: ResponseInterface, name: string): boolean {
  return Object.hasOwn(response, name) && Reflect.get(response, name) !== response.getStatusCode();
}
