import { describe, expect, it } from '@jest/globals';
import { factories as messages } from '@mortise/message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import { type AppInterface, createApp, type ErrorFormat, httpError } from '../index.js';

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json';
const PROBLEM = 'application/problem+json';
const XML = 'application/xml';

describe.each(implementations)('the format of an error on %s', (_implementation, factories) => {
  const { get } = requestsOf(factories);

  it.each([
    [JSON_TYPE, JSON_TYPE],
    ['text/html;q=0.5, application/xml', XML],
    ['application/problem+json, application/json;q=0.9', PROBLEM],
    ['application/*', JSON_TYPE],
    ['application/vnd.api+json', JSON_TYPE],
    ['image/svg+xml', XML],
    ['text/plain', TEXT],
    ['text/html', HTML],
    ['application/json;charset=UTF-8', JSON_TYPE],
    ['application/json; charset=utf-8, text/plain;q=0.5', TEXT],
    ['application/json; charset=utf-8, image/png', JSON_TYPE],
    ['application/json;odata.metadata=minimal', JSON_TYPE],
    ['application/problem+json;charset=utf-8', PROBLEM],
    ['application/xml;charset=utf-8', XML],
    ['text/xml;charset=utf-8', 'text/xml'],
    ['application/vnd.api+json; ext="x"', JSON_TYPE],
    ['application/vnd.api+json; ext="x", application/xml;v=1;q=0.9', JSON_TYPE],
    ['application/json;v=1;q=0.1, application/xml;v=1', XML],
    ['text/html; charset=iso-8859-1', HTML],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', HTML],
  ])('for a client that accepts %j is %s', async (Accept, type) => {
    for (const app of [modern(), slim()]) expect(await typeOf(app, { Accept })).toBe(type);
  });

  it.each([
    ['', 'application/json', PROBLEM],
    ['*/*', 'application/vnd.api+json; charset=utf-8', PROBLEM],
    ['*/*;q=0.8', 'Application/JSON', PROBLEM],
    ['', 'application/xml', XML],
    ['*/*', 'text/xml', XML],
    ['*/*', 'application/atom+xml', XML],
    ['', 'multipart/form-data; boundary=x', TEXT],
    ['', 'no type at all', TEXT],
    ['text/html', 'application/json', HTML],
    ['image/png', 'application/json', TEXT],
    ['text/*', 'application/json', TEXT],
  ])('for a client that accepts %j and sends %j is %s', async (Accept, sent, type) => {
    expect(await typeOf(modern(), accepting(Accept, sent))).toBe(type);
  });

  it.each(['', '*/*', 'image/png'])('for a client that accepts %j is text', async (Accept) => {
    expect(await typeOf(modern(), accepting(Accept))).toBe(TEXT);
  });

  it('for a client that accepts anything but HTML is text', async () => {
    expect(await typeOf(modern(), { Accept: 'text/html;q=0, */*' })).toBe(TEXT);
  });

  it('is HTML under addErrorMiddleware for a client without Accept, and JSON for one that sends JSON', async () => {
    for (const Accept of ['', '*/*', 'image/png']) {
      expect(await typeOf(slim(), accepting(Accept))).toBe(HTML);
    }
    expect(await typeOf(slim(), accepting('*/*', 'application/json'))).toBe(JSON_TYPE);
  });

  it('is the configured fallback', async () => {
    const app = createApp({ factories, errors: { fallback: 'html' } });
    expect(await typeOf(app, {})).toBe(HTML);
    const other = createApp({ factories });
    other.addErrorMiddleware({ fallback: 'text' });
    expect(await typeOf(other, {})).toBe(TEXT);
  });

  it.each<[ErrorFormat, string]>([
    ['problem', PROBLEM],
    ['json', JSON_TYPE],
    ['html', HTML],
    ['xml', XML],
    ['text', TEXT],
  ])('is %s for every client if that format is set', async (format, type) => {
    const app = createApp({ factories, errors: { format } });
    expect(await typeOf(app, { Accept: 'image/png', 'Content-Type': 'text/xml' })).toBe(type);
  });

  it('is chosen again for each client', async () => {
    const app = modern();
    expect(await typeOf(app, {})).toBe(TEXT);
    expect(await typeOf(app, { 'Content-Type': 'application/json' })).toBe(PROBLEM);
    expect(await typeOf(app, { Accept: '*/*' })).toBe(TEXT);
    expect(await typeOf(app, { Accept: JSON_TYPE })).toBe(JSON_TYPE);
    expect(await typeOf(app, {})).toBe(TEXT);
    expect(await typeOf(app, { Accept: `${'a/b,'.repeat(80)}${JSON_TYPE}` })).toBe(JSON_TYPE);
    expect(await typeOf(app, {})).toBe(TEXT);
  });

  it.each<[string, AppInterface, string]>([
    ['where it was chosen', modern(), 'Accept'],
    ['beside the names of the error', throwing(), 'Accept-Language, Accept'],
    ['not where every client gets it', createApp({ factories, errors: { format: 'json' } }), ''],
    ['not under addErrorMiddleware', slim(), ''],
  ])('is named by Vary, so that a cache keeps one for each client: %s', async (_, app, vary) => {
    expect((await app.handle(get('/nowhere'))).getHeaderLine('Vary')).toBe(vary);
  });

  function modern(): AppInterface {
    return createApp({ factories });
  }

  function throwing(): AppInterface {
    const app = modern();
    app.get('/nowhere', () => {
      throw httpError(406, 'no such language', { headers: { Vary: 'Accept-Language' } });
    });
    return app;
  }

  function slim(): AppInterface {
    const app = modern();
    app.addErrorMiddleware(false, false, false);
    return app;
  }

  function accepting(accept: string, sent = ''): Record<string, string> {
    return {
      ...(accept !== '' && { Accept: accept }),
      ...(sent !== '' && { 'Content-Type': sent }),
    };
  }

  async function typeOf(app: AppInterface, headers: Record<string, string>): Promise<string> {
    return (await app.handle(get('/nowhere', headers))).getHeaderLine('Content-Type');
  }
});

describe('the choice of a renderer', () => {
  const setUp = () => {
    const app = createApp({ factories: messages });
    const errors = app.addErrorMiddleware(false, false, false).getDefaultErrorHandler();
    const answer = async (accept: string): Promise<unknown[]> => {
      const response = await app.handle(requestsOf(messages).get('/nowhere', { Accept: accept }));
      return [response.getHeaderLine('Content-Type'), await response.getBody().text()];
    };
    return { errors, answer };
  };

  it('follows a renderer that is registered after a response, by its type without parameters', async () => {
    const { errors, answer } = setUp();
    expect((await answer('text/csv'))[0]).toBe('text/html; charset=utf-8');
    expect(errors.registerErrorRenderer('text/csv; charset=utf-8', () => 'csv')).toBe(errors);
    expect(await answer('text/csv')).toEqual(['text/csv; charset=utf-8', 'csv']);
    expect((await answer('image/png'))[0]).toBe('text/html; charset=utf-8');
  });

  it.each<[string, readonly unknown[]]>([
    ['registerErrorRenderer.mediaType', [7, () => '']],
    ['registerErrorRenderer.mediaType', ['html', () => '']],
    ['registerErrorRenderer.mediaType', ['text/html\r\nX: 1', () => '']],
    ['registerErrorRenderer.renderer', ['text/csv', 7]],
    ['setDefaultErrorRenderer.mediaType', [undefined, () => '']],
    ['setDefaultErrorRenderer.renderer', ['text/csv']],
    ['forceContentType.mediaType', [7]],
    ['forceContentType.mediaType', ['json']],
  ])('refuses a wrong %s', async (option, given) => {
    const { errors, answer } = setUp();
    const methods = errors as unknown as Record<string, (...given: unknown[]) => unknown>;
    const [name = ''] = option.split('.');
    expect(() => methods[name]?.(...given)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option }),
    );
    expect((await answer('text/csv'))[0]).toBe('text/html; charset=utf-8');
  });

  it('follows a default renderer that is set after a response', async () => {
    const { errors, answer } = setUp();
    await answer('image/png');
    expect(errors.setDefaultErrorRenderer('text/csv; charset=utf-8', () => 'csv')).toBe(errors);
    expect(await answer('image/png')).toEqual(['text/csv; charset=utf-8', 'csv']);
    expect((await answer('text/html'))[0]).toBe('text/html; charset=utf-8');
  });

  it('follows a type that is forced after a response; an unknown one is the default', async () => {
    const { errors, answer } = setUp();
    await answer('text/html');
    expect(errors.forceContentType('Text/Plain; charset=x')).toBe(errors);
    expect((await answer('text/html'))[0]).toBe('text/plain; charset=utf-8');
    errors.forceContentType('image/png');
    expect((await answer('application/json'))[0]).toBe('text/html; charset=utf-8');
    errors.forceContentType(null);
    expect((await answer('application/json'))[0]).toBe('application/json');
  });

  it.each([
    ['application/a+json;q=0, image/png', 'text/html; charset=utf-8'],
    ['application/a+xml;q=0.1, image/png', 'application/xml'],
    ['application/a+xml;q=0.1, application/a+json;q=0.2', 'application/json'],
    ['application/a+xmlx', 'text/html; charset=utf-8'],
    ['application/a+json+xml', 'application/xml'],
  ])('reads the suffix of %s as %s', async (accept, type) => {
    expect((await setUp().answer(accept))[0]).toBe(type);
  });

  it('is right for more clients than are remembered', async () => {
    const { answer } = setUp();
    for (let round = 0; round < 2; round++) {
      for (let count = 0; count < 101; count++) {
        const [type] = await answer(`image/x${count}, ${count % 2 ? 'text/plain' : 'text/xml'}`);
        expect(type).toBe(count % 2 ? 'text/plain; charset=utf-8' : 'text/xml');
      }
    }
  });
});
