import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { comparable } from '../../../tooling/vectors/index.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { BOUNDARY, CONTENT_TYPE } from './form-bytes.js';
import { PhpCgi, phpCgiVersion } from './php/php-cgi.js';
import { ours, theirs } from './php-form.js';

const version = phpCgiVersion();
const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const title = `php-cgi ${version ?? ''}, FC_SEED=${seed}`;

// The name of a field may be broken, and is repaired; with such a name a file is lost in PHP and refused here.
const sound = fc
  .tuple(
    fc.constantFrom('a', 'b', 'a', 'x.y', 'x y', 'é', '0', 'constructor', "o'k", 'a+b%41', 'a;b'),
    fc.array(fc.constantFrom('[]', '[0]', '[1]', '[k]', '[a.b]', '[é]', '[ ]'), { maxLength: 3 }),
  )
  .map(([first, keys]) => first + keys.join(''));
const broken = fc
  .array(fc.constantFrom('a', 'b', '[', ']', '[]', '[k]', '.', ' ', '_', 'é'), { maxLength: 6 })
  .map((atoms) => atoms.join(''));
const filename = fc
  .array(fc.constantFrom('f', '.txt', ' ', '/', '\\', '..', 'é', ';', '=', '"', "'", '%41'), {
    maxLength: 5,
  })
  .map((atoms) => atoms.join(''));
/** What a scanner stumbles over. */
const content = fc
  .array(
    fc.constantFrom('\r\n', '\r', '\n', '-', '--', BOUNDARY.slice(0, 8), 'x', 'é', '\0', '&=+%41'),
    { maxLength: 12 },
  )
  .map((atoms) => atoms.join(''));
const mediaType = fc.constantFrom(
  '',
  'Content-Type: text/plain\r\n',
  'content-type:image/png\r\n',
  'CONTENT-TYPE: text/plain; charset=utf-8\r\n',
  'X-Other: 1\r\nContent-Type: a/b\r\n',
);
const quoted = fc.constantFrom(
  (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`,
  (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`,
);
const field = fc
  .tuple(fc.oneof(sound, broken), quoted, mediaType, content)
  .map(([name, quote, type, value]) => part([`name=${quote(name)}`], type, value));
const file = fc
  .tuple(sound, filename, quoted, mediaType, content, fc.boolean())
  .map(([name, path, quote, type, value, swap]) => {
    const parameters = [`name=${quote(name)}`, `filename=${quote(path)}`];
    return part(swap ? parameters.reverse() : parameters, type, value);
  });
const sizeLimit = fc
  .constantFrom('0', '3', '10', 'x', '-1', ' 3', '3x')
  .map((bytes) => part(['name="max_file_size"'], '', bytes));
const form = fc
  .tuple(
    fc.option(sizeLimit, { nil: '', freq: 2 }),
    fc.array(fc.oneof(field, file), { maxLength: 8 }),
  )
  .map(([limit, parts]) => Buffer.from(`${limit}${parts.join('')}--${BOUNDARY}--\r\n`));
/** Forms whose delimiters follow any line end, or none. */
const lineEnd = fc.constantFrom(
  '\r\n',
  '\r\n',
  '\r\n',
  '\n',
  '\r',
  '\n\n',
  '\r\n\n',
  '\n\r',
  '\r\r\n',
  '',
);
const formOfAnyLines = fc
  .tuple(
    fc.constantFrom('', '', 'x', '\r\nx'),
    fc.array(fc.tuple(lineEnd, field), { maxLength: 5 }),
    lineEnd,
  )
  .map(([preamble, fields, last]) => {
    const parts = fields.map(
      ([end, written], at) => (at === 0 && preamble === '' ? '' : end) + written.slice(0, -2),
    );
    return Buffer.from(`${preamble}${parts.join('')}${last}--${BOUNDARY}--\r\n`);
  });

withService(version !== null, 'php-cgi (Debian: apt-get install php-cgi)')(
  `multipartForm against ${title}`,
  () => {
    describe.each([
      ['as it is', {}, numRuns()],
      ['with few fields', { max_input_vars: '3' }, numRuns(200)],
      ['with few files', { max_file_uploads: '2' }, numRuns(200)],
      ['with small files', { upload_max_filesize: '4' }, numRuns(200)],
    ])('%s', (_, ini, count) => {
      let php: PhpCgi;
      beforeAll(async () => {
        // Of parts there may be as many as come: over the limit of all parts a form is always refused here.
        php = await PhpCgi.start({ max_multipart_body_parts: '1000', ...ini });
      });
      afterAll(() => php.end());

      it(`returns what PHP returns for ${count} random forms`, async () => {
        for (const bytes of fc.sample(form, { numRuns: count, seed })) {
          const body = { $b64: bytes.toString('base64') };
          const [mine, its] = await Promise.all([
            ours({ contentType: CONTENT_TYPE, body, ini }),
            php.post({ contentType: CONTENT_TYPE, body: bytes }),
          ]);
          const expected = mapped(withoutFolders(theirs(its)));
          expect([bytes.toString(), mapped(mine)]).toEqual([bytes.toString(), expected]);
        }
      });
    });

    describe('with any line ends before delimiters', () => {
      let php: PhpCgi;
      beforeAll(async () => {
        php = await PhpCgi.start({ max_multipart_body_parts: '1000' });
      });
      afterAll(() => php.end());

      it(`returns what PHP returns, or refuses with 400, ${numRuns(500)} random forms`, async () => {
        const seen = { read: 0, refused: 0 };
        for (const bytes of fc.sample(formOfAnyLines, { numRuns: numRuns(500), seed })) {
          const mine = await ours({
            contentType: CONTENT_TYPE,
            body: { $b64: bytes.toString('base64') },
          });
          if ('$error' in mine) {
            seen.refused++;
            continue;
          }
          seen.read++;
          const its = await php.post({ contentType: CONTENT_TYPE, body: bytes });
          const expected = mapped(withoutFolders(theirs(its)));
          expect([bytes.toString(), mapped(mine)]).toEqual([bytes.toString(), expected]);
        }
        expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(0);
      });
    });
  },
);

/** A client file name of `.` or `..` is empty here. */
function withoutFolders<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (key, item: unknown) =>
    key === 'clientFilename' && /^\.\.?$/.test(String(item)) ? '' : item,
  ) as T;
}

/** The first level is a map here, whatever its names. */
function mapped(result: Awaited<ReturnType<typeof ours>>): unknown {
  if ('$error' in result) return result;
  const { fields, files } = comparable(result) as { fields: object; files: object };
  return { fields: { ...fields }, files: { ...files } };
}

function part(parameters: readonly string[], type: string, value: string): string {
  const disposition = ['form-data', ...parameters].join('; ');
  return `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n${type}\r\n${value}\r\n`;
}
