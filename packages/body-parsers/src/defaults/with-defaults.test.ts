import { describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface, TemporaryStorageInterface } from '@mortise/http-message';
import { parseMediaType } from '@mortise/http-syntax';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { BOUNDARY, CONTENT_TYPE, file, formBytes } from '../../test/form-bytes.js';
import type { BodyOptions } from '../body-options.js';
import type { BodyParser, BodyReader } from '../contract.js';
import { withDefaults } from './index.js';

/** Storage that counts its files. */
function counting(): TemporaryStorageInterface & { readonly files: () => number } {
  const inner = createTemporaryStorage();
  let files = 0;
  return {
    files: () => files,
    createWriter: (limit) => {
      files += 1;
      return inner.createWriter(limit);
    },
  };
}

const storage = createTemporaryStorage();
const made = (options: BodyOptions & { readonly readers?: Record<string, BodyReader> } = {}) =>
  withDefaults(options, { factories, storage });

async function readForm(
  reader: BodyReader | undefined,
): Promise<ServerRequestInterface | undefined> {
  const request = factories
    .createServerRequest('POST', '/')
    .withHeader('Content-Type', CONTENT_TYPE)
    .withBody(factories.createStream(formBytes([file('a.b', 'x')])));
  const type = { parameters: { boundary: BOUNDARY } } as never;
  const read = await reader?.(request, type);
  await request.getLifetime().end();
  return read;
}

describe('withDefaults', () => {
  it('refuses an unknown option of multipart forms before one arrives', () => {
    const multipart: object = { maxFilesize: 10 };
    expect(() => made({ multipart })).toThrow(
      /^unknown option bodyParsing\.multipart\.maxFilesize; expected one of maxBytes, maxFileBytes, /,
    );
  });

  it('refuses an unknown option of XML before a document arrives', () => {
    const xml: object = { maxdepth: 10 };
    expect(() => made({ xml })).toThrow(
      'unknown option bodyParsing.xml.maxdepth; expected bodyParsing.xml.maxDepth',
    );
  });

  it('adds the parsers of XML and the reader of forms to the options', () => {
    const parsers = { 'text/csv': () => null };
    const readers = { 'a/b': (request: ServerRequestInterface) => Promise.resolve(request) };
    const {
      parsers: allParsers,
      readers: allReaders,
      ...rest
    } = made({ parsers, readers, maxBytes: 7 });
    expect(Object.keys(allParsers ?? {})).toEqual(['application/xml', 'text/xml', 'text/csv']);
    expect(Object.keys(allReaders ?? {})).toEqual(['multipart/form-data', 'a/b']);
    expect(rest).toEqual({ factories, maxBytes: 7 });
  });

  it('adds neither if they are false', () => {
    const { parsers, readers } = made({ xml: false, multipart: false });
    expect([parsers, readers]).toEqual([{}, {}]);
    expect(Object.keys(made({ xml: false }).readers ?? {})).toEqual(['multipart/form-data']);
    expect(Object.keys(made({ multipart: false }).parsers ?? {})).toHaveLength(2);
  });

  it('keeps the parsers and readers of the options', () => {
    const parser = () => null;
    const reader = (request: ServerRequestInterface) => Promise.resolve(request);
    const options = made({
      parsers: { 'text/xml': parser },
      readers: { 'multipart/form-data': reader },
    });
    expect(options.parsers?.['text/xml']).toBe(parser);
    expect(options.readers?.['multipart/form-data']).toBe(reader);
  });

  it('stores files in the storage of the multipart options, otherwise in the default one', async () => {
    const [own, common] = [counting(), counting()];
    const reader = (multipart: BodyOptions['multipart']) =>
      withDefaults({ ...(multipart && { multipart }) }, { factories, storage: common }).readers?.[
        'multipart/form-data'
      ];
    await readForm(reader({ storage: own }));
    expect([own.files(), common.files()]).toEqual([1, 0]);
    await readForm(reader(undefined));
    expect([own.files(), common.files()]).toEqual([1, 1]);
  });

  it('passes the multipart options to the reader', async () => {
    const reader = made({ multipart: { phpNames: true } }).readers?.['multipart/form-data'];
    expect(Object.keys((await readForm(reader))?.getUploadedFiles() ?? {})).toEqual(['a_b']);
    const limited = made({ multipart: { maxFiles: 0 } }).readers?.['multipart/form-data'];
    await expect(readForm(limited)).rejects.toMatchObject({ code: 'BODY_TOO_MANY_PARTS' });
  });

  it('passes the XML options and strictness to the parser', async () => {
    const type = parseMediaType('text/xml') as never;
    const parse = async (options: BodyOptions, text: string): Promise<unknown> => {
      const parser = made(options).parsers?.['text/xml'] as Exclude<
        BodyParser,
        (...args: never[]) => unknown
      >;
      return parser.parseBytes(Buffer.from(text), type);
    };
    expect(await parse({}, '<a>x</a>')).toMatchObject({ text: 'x' });
    expect(await parse({}, '<a>')).toBeNull();
    await expect(parse({ strict: true }, '<a>')).rejects.toMatchObject({ code: 'BODY_MALFORMED' });
    await expect(parse({ strict: true, xml: { maxDepth: 1 } }, '<a><b/></a>')).rejects.toThrow();
    expect(await parse({ strict: true }, '<a><b/></a>')).not.toBeNull();
  });
});
