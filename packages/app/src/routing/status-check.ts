import { isThenable } from '@mortise/base';
import { isResponse } from '@mortise/base/message';
import type { ResponseInterface } from '@mortise/http-message';
import { statusAssigned } from '../foreign-habits.js';

/** Members that handlers can assign in other frameworks. */
const ASSIGNED = ['statusCode', 'status', 'body'];

type AnyFunction = (this: unknown, ...given: unknown[]) => unknown;

/**
 * Returns a callback that fails if the given one assigns a status or a body to its response, which would be silently
 * ignored. For development only, because an asynchronous result costs another promise.
 *
 * @param place the name of its route, for the error
 * @returns a function that throws {@link AppError} `RESPONSE_INVALID`, or rejects with it
 */
export function statusCheck(callback: AnyFunction, place: () => string): AnyFunction {
  return function (...given) {
    const [, response] = given;
    const hadBody = Object.hasOwn(Object(response) as object, 'body');
    const result = callback.apply(this, given);
    if (!isResponse(response)) return result;
    const check = (value: unknown): unknown => {
      const member = ASSIGNED.find(
        (name) => isLost(response, name) && !(hadBody && name === 'body'),
      );
      if (member === undefined) return value;
      throw statusAssigned(place(), member, response);
    };
    return isThenable(result) ? result.then(check) : check(result);
  };
}

/**
 * Whether an assigned member has no effect. In another implementation, a response can have such a member itself, with
 * the status that it sends.
 */
function isLost(response: ResponseInterface, name: string): boolean {
  return Object.hasOwn(response, name) && Reflect.get(response, name) !== response.getStatusCode();
}
