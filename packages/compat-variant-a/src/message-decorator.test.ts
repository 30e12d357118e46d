import { describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { ServerRequestDecorator } from './request/server-request-decorator.js';

/** Adds nothing, so that only the delegation is tested. */
class Plain extends ServerRequestDecorator {
  readonly of: ServerRequestInterface;

  constructor(inner: ServerRequestInterface) {
    super(inner);
    this.of = inner;
  }

  protected override around(inner: ServerRequestInterface): this {
    return new Plain(inner) as this;
  }
}

const uri = factories.createUri('http://other.test/b?c=d');
const body = factories.createStream('other');
const file = factories.createUploadedFile(factories.createStream('file'));
const inner = factories
  .createServerRequest('PUT', 'http://h.test/a?q=1', { SERVER: 's' })
  .withProtocolVersion('1.0')
  .withHeader('X-A', ['1', '2'])
  .withHeader('Host', 'own.test')
  .withBody(factories.createStream('text'))
  .withCookieParams({ c: '1' })
  .withUploadedFiles({ file })
  .withParsedBody({ parsed: true })
  .withAttribute('kept', 1);

describe('a decorated message', () => {
  const decorated = new Plain(inner);

  it.each<[string, (message: ServerRequestInterface) => unknown]>([
    ['getProtocolVersion', (message) => message.getProtocolVersion()],
    ['getHeaders', (message) => message.getHeaders()],
    ['getRawHeaders', (message) => message.getRawHeaders()],
    ['hasHeader', (message) => [message.hasHeader('x-a'), message.hasHeader('X-B')]],
    ['getHeader', (message) => message.getHeader('x-a')],
    ['getHeaderLine', (message) => message.getHeaderLine('x-a')],
    ['getBody', (message) => message.getBody()],
    ['getRequestTarget', (message) => message.getRequestTarget()],
    ['getMethod', (message) => message.getMethod()],
    ['getUri', (message) => message.getUri()],
    ['getServerParams', (message) => message.getServerParams()],
    ['getCookieParams', (message) => message.getCookieParams()],
    ['getQueryParams', (message) => message.getQueryParams()],
    ['getUploadedFiles', (message) => message.getUploadedFiles()],
    ['getParsedBody', (message) => message.getParsedBody()],
    ['getAttributes', (message) => message.getAttributes()],
    ['getAttribute', (message) => message.getAttribute('kept')],
    ['getAttribute with a default', (message) => message.getAttribute('missing', 'default')],
    ['getLifetime', (message) => message.getLifetime()],
  ])('returns the result of the inner message from %s', (_member, read) => {
    const result = read(inner);
    expect(result).toBeTruthy();
    expect(read(decorated)).toEqual(result);
  });

  const changes: [string, (message: ServerRequestInterface) => ServerRequestInterface][] = [
    ['withProtocolVersion', (message) => message.withProtocolVersion('2')],
    ['withHeader', (message) => message.withHeader('X-A', '3')],
    ['withAddedHeader', (message) => message.withAddedHeader('X-A', '3')],
    ['withoutHeader', (message) => message.withoutHeader('X-A')],
    ['withBody', (message) => message.withBody(body)],
    ['withRequestTarget', (message) => message.withRequestTarget('*')],
    ['withMethod', (message) => message.withMethod('DELETE')],
    ['withUri', (message) => message.withUri(uri)],
    ['withUri and the host', (message) => message.withUri(uri, true)],
    ['withCookieParams', (message) => message.withCookieParams({ d: '2' })],
    ['withQueryParams', (message) => message.withQueryParams({ d: '2' })],
    ['withUploadedFiles', (message) => message.withUploadedFiles({ other: file })],
    ['withParsedBody', (message) => message.withParsedBody({ other: true })],
    ['withAttribute', (message) => message.withAttribute('added', 2)],
    ['withAttributes', (message) => message.withAttributes({ added: 2 })],
    ['withoutAttribute', (message) => message.withoutAttribute('kept')],
  ];

  it.each(changes)('decorates the result of %s of the inner message', (_member, change) => {
    const changed = change(decorated);
    if (!(changed instanceof Plain)) throw new Error('it is not decorated');
    expect(partsOf(changed.of)).toEqual(partsOf(change(inner)));
    expect(partsOf(changed.of)).not.toEqual(partsOf(inner));
  });
});

function partsOf(message: ServerRequestInterface): readonly unknown[] {
  return [
    message.getProtocolVersion(),
    message.getRawHeaders(),
    message.getBody() === body,
    message.getRequestTarget(),
    message.getMethod(),
    message.getUri().toString(),
    message.getCookieParams(),
    message.getQueryParams(),
    Object.keys(message.getUploadedFiles()),
    message.getParsedBody(),
    message.getAttributes(),
  ];
}
