import { describe, expect, it } from '@jest/globals';
import { UNPARSED_BODY } from '@mortise/base/keys';
import { factories } from '@mortise/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { unparsedBodyWarning } from './unparsed-body-warning.js';

const warnings = notedWarnings();

describe('unparsedBodyWarning', () => {
  const post = (target: string, body = 'x', type = 'text/x') => {
    const request = factories.createServerRequest('POST', target);
    return (type === '' ? request : request.withHeader('Content-Type', type)).withBody(
      factories.createStream(body),
    );
  };
  const requested = (request: ServerRequestInterface): void => {
    request.getLifetime().getValue(UNPARSED_BODY)?.(request);
  };
  const messages = () => warnings.map(({ message }) => message);

  it('warns without the user of an absolute target', () => {
    const request = post('/a').withRequestTarget('http://me:secret@a.example/b?c');
    unparsedBodyWarning()(request);
    requested(request);
    expect(messages()).toEqual([
      'the body of a request (POST http://\u2026@a.example/b, text/x) was not parsed when its fields or files were read',
    ]);
  });

  it('warns once, with method, path without query, and type, but watches every request', () => {
    const watch = unparsedBodyWarning();
    const all = [post('/a?b=c'), post('/d'), post('/e')];
    for (const request of all) {
      watch(request);
      requested(request);
      expect(request.getLifetime().getValue(UNPARSED_BODY)).toBeInstanceOf(Function);
    }
    expect(messages()).toEqual([
      'the body of a request (POST /a, text/x) was not parsed when its fields or files were read',
    ]);
  });

  it('truncates a long path', () => {
    const request = post(`/${'a'.repeat(100)}`);
    unparsedBodyWarning()(request);
    requested(request);
    expect(messages()).toEqual([
      expect.stringContaining(`(POST /${'a'.repeat(79)}, text/x)`) as unknown,
    ]);
  });

  it('warns once of requests without a type, and still of those with one', () => {
    const watch = unparsedBodyWarning();
    for (const request of [post('/a', 'x', ''), post('/b', 'x', ''), post('/c')]) {
      watch(request);
      requested(request);
    }
    expect(messages()).toEqual([
      'the fields or files of a request (POST /a, without Content-Type) were read, but no parser reads its body',
      'the body of a request (POST /c, text/x) was not parsed when its fields or files were read',
    ]);
    expect(warnings[0]?.detail).toContain('Send the header Content-Type: application/json');
  });

  it.each([
    ['without a body', post('/', '')],
    ['with neither a body nor a type', post('/', '', '')],
  ])('says nothing of a request %s, and still warns of the next one', (_what, request) => {
    const watch = unparsedBodyWarning();
    watch(request);
    requested(request);
    expect(warnings).toEqual([]);
    const next = post('/');
    watch(next);
    requested(next);
    expect(warnings).toHaveLength(1);
  });

  it('keeps what an outer application has noted', () => {
    const request = post('/');
    request.getLifetime().setValue(UNPARSED_BODY, null);
    unparsedBodyWarning()(request);
    expect(request.getLifetime().getValue(UNPARSED_BODY)).toBeNull();
  });
});
