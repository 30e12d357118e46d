import { describe, expect, it } from '@jest/globals';
import { userOf } from '@mortise/auth';
import { flashOf, sessionOf } from '@mortise/session';
import { render, viewOf, withViewData } from '@mortise/view';
import {
  connectRequest,
  factories,
  factoriesOf,
  sendEarlyHints,
  trailersOf,
  withTrailers,
} from 'mortise';

type AnyFunction = (...given: unknown[]) => unknown;

/** Functions whose first argument is the request, with the name in the error. */
const ofRequests: readonly (readonly [string, unknown])[] = [
  ['connectRequest', connectRequest],
  ['factoriesOf', factoriesOf],
  ['sendEarlyHints', sendEarlyHints],
  ['trailersOf', trailersOf],
  ['userOf', userOf],
  ['sessionOf', sessionOf],
  ['sessionOf', flashOf],
  ['render', render],
  ['viewOf', viewOf],
  ['withViewData', withViewData],
];
const response = factories.createResponse();

describe('a wrong first argument', () => {
  it.each(ofRequests)('of %s instead of the request is named', (name, call) => {
    for (const wrong of [undefined, null, 7, 'x', {}, response, () => 1])
      expect(() => (call as AnyFunction)(wrong)).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID', option: `${name}.request` }),
      );
  });

  it('of withTrailers instead of the response is named, and so are fields', () => {
    for (const wrong of [undefined, null, 7, {}])
      expect(() => withTrailers(wrong as never, {})).toThrow('expected the response');
    for (const wrong of [undefined, null, 'x'])
      expect(() => withTrailers(response, wrong as never)).toThrow('withTrailers.fields');
  });
});
