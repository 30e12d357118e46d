import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../../test/requests-of.js';
import { createApp, httpError } from '../../index.js';

describe.each(implementations)(
  'an error with a list of errors, on %s',
  (_implementation, factories) => {
    const { get } = requestsOf(factories);

    it('lists them as text, one line each', async () => {
      const errors = [
        { in: 'query', pointer: '#/page', detail: 'expected a\nnumber' },
        { detail: 'no place' },
        { in: 7, pointer: null, detail: 'no text as place' },
      ];
      expect(await bodyOf(errors, 'text/plain')).toBe(
        '422 Unprocessable Content\n2 values\n- query #/page: expected a number\n- no place\n- no text as place\n',
      );
    });

    it('lists them in HTML, escaped', async () => {
      const errors = [{ in: 'body', pointer: '#/<b>', detail: '<i>' }];
      expect(await bodyOf(errors, 'text/html')).toContain(
        '<ul><li><code>body #/&lt;b&gt;</code>: &lt;i&gt;</li></ul>',
      );
    });

    it('lists them in XML, escaped', async () => {
      const errors = [
        { in: 'body', pointer: '#/"<b>\u0001', detail: 'a]]>b<i>' },
        { detail: 'no place' },
      ];
      expect(await bodyOf(errors, 'application/xml')).toContain(
        [
          '  <violation in="body #/&quot;&lt;b&gt;\ufffd"><![CDATA[a]]]]><![CDATA[>b<i>]]></violation>',
          '  <violation><![CDATA[no place]]></violation>',
          '</error>',
        ].join('\n'),
      );
    });

    it.each(['text/plain', 'text/html', 'application/xml'])(
      'lists at most a hundred as %s',
      async (type) => {
        const body = await bodyOf(
          Array.from({ length: 101 }, (_, n) => ({ detail: `n${n}.` })),
          type,
        );
        expect(body).toContain('n99.');
        expect(body).not.toContain('n100.');
      },
    );

    it.each<[string, unknown]>([
      ['a text', 'x'],
      ['a list of other things', [null, 7, { detail: 7 }, undefined]],
    ])('lists nothing when `errors` is %s', async (_kind, errors) => {
      expect(await bodyOf(errors, 'text/plain')).toBe('422 Unprocessable Content\n2 values\n');
    });

    async function bodyOf(errors: unknown, Accept: string): Promise<string> {
      const app = createApp({ factories });
      app.get('/', () => {
        throw httpError(422, '2 values', { problem: { errors } });
      });
      const response = await app.handle(get('/', { Accept }));
      return response.getBody().text();
    }
  },
);
