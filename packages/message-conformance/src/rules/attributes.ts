import type { Rules } from '../conformance-case.js';
import { expectEqual, expectNullPrototype, expectSame, expectThat } from '../expect.js';
import type { ServerRequestSubject } from './subjects.js';

const ORDINARY = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '0'];

/** Rules for the attributes of a server request. */
export const attributes: Rules<ServerRequestSubject> = {
  'a missing attribute is undefined, or the fallback, and not an error'({ create }) {
    expectEqual(create().getAttribute('missing'), undefined, 'getAttribute()');
    expectEqual(create().getAttribute('missing', 'x'), 'x', 'getAttribute() with a fallback');
    expectEqual(create().getAttribute('missing', null), null, 'getAttribute() with null');
    for (const name of ORDINARY) {
      expectEqual(create().getAttribute(name), undefined, `getAttribute('${name}')`);
    }
  },

  'withAttribute sets an attribute and does not leak to the original'({ create }) {
    const original = create();
    const changed = original.withAttribute('a', 1);
    expectEqual(changed.getAttribute('a'), 1, 'the attribute');
    expectEqual(original.getAttribute('a'), undefined, 'the attribute of the original');
    expectEqual(original.getAttributes(), {}, 'the attributes of the original');
  },

  'withAttribute does not leak to the original, even if that was read before'({ create }) {
    const original = create().withAttribute('a', 1);
    expectEqual(original.getAttributes(), { a: 1 }, 'the attributes before');
    const changed = original.withAttribute('a', 2).withAttribute('b', 3);
    expectEqual(original.getAttributes(), { a: 1 }, 'the attributes of the original');
    expectEqual(changed.getAttributes(), { a: 2, b: 3 }, 'the attributes of the copy');
    expectEqual(original.getAttribute('b'), undefined, 'an attribute of the copy');
  },

  'two copies of one request do not share new attributes'({ create }) {
    const request = create().withAttribute('a', 0);
    const one = request.withAttribute('a', 1).withAttribute('one', true);
    const other = request.withAttribute('a', 2);
    expectEqual(one.getAttributes(), { a: 1, one: true }, 'the attributes of one');
    expectEqual(other.getAttributes(), { a: 2 }, 'the attributes of the other');
  },

  'a value is returned as it was set, including null and undefined'({ create }) {
    for (const value of [null, undefined, 0, '', false, NaN]) {
      const request = create().withAttribute('a', value);
      expectSame(request.getAttribute('a', 'fallback'), value, 'the attribute');
      expectEqual(Object.keys(request.getAttributes()), ['a'], 'the names of attributes');
    }
  },

  'values are kept by reference'({ create }) {
    const value = { any: 'object' };
    const request = create().withAttribute('a', value).withAttributes({ b: value });
    expectSame(request.getAttribute('a'), value, 'the attribute');
    expectSame(request.getAttributes()['b'], value, 'the attribute among all');
  },

  'attribute names are case-sensitive'({ create }) {
    const request = create().withAttribute('a', 1).withAttribute('A', 2);
    expectEqual(request.getAttributes(), { a: 1, A: 2 }, 'the attributes');
    expectEqual(request.getAttribute('a'), 1, "getAttribute('a')");
  },

  'every string is an ordinary attribute name'({ create }) {
    for (const name of ORDINARY) {
      const request = create().withAttribute(name, 'x');
      expectEqual(request.getAttribute(name), 'x', `getAttribute('${name}')`);
      expectEqual(Object.keys(request.getAttributes()), [name], 'the names of attributes');
      const given = Object.fromEntries([[name, 'y']]);
      expectEqual(create().withAttributes(given).getAttribute(name), 'y', `'${name}' of several`);
      const removed = request.withoutAttribute(name);
      expectEqual(removed.getAttribute(name), undefined, `'${name}' when it was removed`);
    }
  },

  'getAttributes returns an object without a prototype'({ create }) {
    expectNullPrototype(create().getAttributes(), 'getAttributes() without attributes');
    expectNullPrototype(create().withAttribute('a', 1).getAttributes(), 'getAttributes()');
  },

  'withAttributes sets several, keeps the others and leaves the original untouched'({ create }) {
    const original = create().withAttribute('a', 1).withAttribute('b', 2);
    const given: Record<string, unknown> = { b: 3, c: 4 };
    const changed = original.withAttributes(given);
    given['c'] = 'changed';
    expectEqual(changed.getAttributes(), { a: 1, b: 3, c: 4 }, 'the attributes');
    expectEqual(original.getAttributes(), { a: 1, b: 2 }, 'the attributes of the original');
  },

  'withAttributes reads only own enumerable properties'({ create }) {
    const given = Object.create(
      { inherited: 1 },
      {
        hidden: { value: 2, enumerable: false },
        own: { value: 3, enumerable: true },
      },
    ) as Record<string, unknown>;
    expectEqual(create().withAttributes(given).getAttributes(), { own: 3 }, 'the attributes');
  },

  'withoutAttribute removes one and leaves the original untouched'({ create }) {
    const original = create().withAttribute('a', 1).withAttribute('b', 2);
    const changed = original.withoutAttribute('a');
    expectEqual(changed.getAttribute('a'), undefined, 'the removed attribute');
    expectEqual(changed.getAttribute('a', 'x'), 'x', 'the removed attribute with a fallback');
    expectEqual(changed.getAttributes(), { b: 2 }, 'the attributes');
    expectEqual(original.getAttributes(), { a: 1, b: 2 }, 'the attributes of the original');
  },

  'withoutAttribute removes a value that was set twice'({ create }) {
    const request = create().withAttribute('a', 1).withAttribute('a', 2).withoutAttribute('a');
    expectEqual(request.getAttribute('a'), undefined, 'the removed attribute');
    expectEqual(request.withAttribute('a', 3).getAttribute('a'), 3, 'the attribute set again');
  },

  'withoutAttribute of an absent attribute is not an error'({ create }) {
    const request = create().withAttribute('a', 1).withoutAttribute('b');
    expectEqual(request.getAttributes(), { a: 1 }, 'the attributes');
  },

  'a hundred attributes are all kept'({ create }) {
    let request = create();
    for (let at = 0; at < 100; at++) request = request.withAttribute(`a${at}`, at);
    for (let at = 0; at < 100; at++) {
      expectThat(request.getAttribute(`a${at}`) === at, `the attribute a${at} is different`);
    }
    expectEqual(Object.keys(request.getAttributes()).length, 100, 'the number of attributes');
  },
};
