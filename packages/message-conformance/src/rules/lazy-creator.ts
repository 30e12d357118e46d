import { joinBytes } from '@mortise/base';
import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import { bytes } from '../bytes.js';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectRejection, expectSame, expectThat, expectThrow } from '../expect.js';
import { eventually } from '../patience.js';
import { SampleBody, sampleSource } from '../sample-source.js';

/** Members that an adapter computes on demand. */
const COSTLY = ['rawHeaders', 'host', 'scheme', 'remoteAddress', 'remotePort', 'body'];

/** Rules for when a request reads its source, and how it reads the body. */
export const lazyCreator: Rules<HttpFactoriesInterface> = {
  'creating a request parses nothing: it reads neither headers, address nor body'(factories) {
    const source = sampleSource({ body: new SampleBody(['x']) });
    factories.createServerRequestFromSource(source);
    expectUnread(source.reads, COSTLY);
  },

  'creating a request with only malformed members is not an error'(factories) {
    factories.createServerRequestFromSource(
      sampleSource({ target: 'a b', host: 'a b', rawHeaders: ['Cookie', '%', 'Host', '@'] }),
    );
  },

  'method and attributes read neither headers, address nor body'(factories) {
    const source = sampleSource({ body: new SampleBody(['x']) });
    const request = factories.createServerRequestFromSource(source);
    request.withMethod('PUT').withAttribute('a', request.getMethod()).getAttributes();
    expectUnread(source.reads, COSTLY);
  },

  'the headers read neither address nor body'(factories) {
    const source = sampleSource({ body: new SampleBody(['x']), rawHeaders: ['A', '1'] });
    const request = factories.createServerRequestFromSource(source);
    expectEqual(request.withHeader('B', '2').getRawHeaders(), ['A', '1', 'B', '2'], 'the headers');
    const others = COSTLY.filter((name) => name !== 'rawHeaders');
    expectUnread(source.reads, others);
  },

  async 'reading everything reads each member of the source at most once'(factories) {
    const source = sampleSource({ host: 'h.test', body: new SampleBody(['x']) });
    const request = factories.createServerRequestFromSource(source);
    const copies = [request.withAttribute('a', 1), request, request.withHeader('B', '2')];
    for (const copy of copies) readEverything(copy);
    await request.getBody().text();
    for (const [name, count] of source.reads) {
      expectThat(count <= 1, `the source's ${name} was read ${count} times`);
    }
  },

  async 'the body is read in order, is not seekable and has the size of the source'(factories) {
    for (const size of [undefined, null] as const) {
      const body = new SampleBody(['ab', 'cd'], size === null ? { size } : {});
      const stream = bodyOf(factories, body);
      expectEqual(stream.isSeekable(), false, 'isSeekable()');
      expectEqual(stream.getSize(), size === null ? null : 4, 'getSize()');
      const first = await stream.read(1);
      expectEqual(first, bytes('a'), 'what is read first');
      expectEqual(await stream.text(), 'bcd', 'the rest');
      expectThat(stream.eof(), 'eof() is false after the end');
    }
  },

  async 'eof is true after as many bytes as the size of the body'(factories) {
    const stream = bodyOf(factories, new SampleBody(['ab', 'cd']));
    for (let position = 0; position < 4; ) {
      expectThat(!stream.eof(), `eof() is true at ${position} of 4`);
      position += (await stream.read(1)).length;
    }
    expectThat(stream.eof(), 'eof() is false at 4 of 4');
  },

  async 'each way of reading returns the whole body'(factories) {
    const content = bytes('abcd');
    const contents = await bodyOf(factories, new SampleBody(['ab', 'cd'])).getContents();
    expectEqual(contents, content, 'getContents()');
    expectEqual(await bodyOf(factories, new SampleBody(['ab', 'cd'])).text(), 'abcd', 'text()');
    const chunks: Uint8Array[] = [];
    for await (const chunk of bodyOf(factories, new SampleBody(['ab', 'cd']))) chunks.push(chunk);
    expectEqual(joinBytes(chunks), content, 'the chunks together');
  },

  async 'text of a body fails if the body was already read to its end'(factories) {
    for (const size of [undefined, null] as const) {
      const options = size === null ? { size } : {};
      for (const read of ['getContents', 'text'] as const) {
        const stream = bodyOf(factories, new SampleBody(['ab', 'cd'], options));
        await stream[read]();
        await expectRejection('BODY_CONSUMED', () => stream.text());
      }
      const empty = bodyOf(factories, new SampleBody([], options));
      await empty.getContents();
      expectEqual(await empty.text(), '', 'text() of an empty body');
    }
  },

  'nothing is read from the client before the body is read'(factories) {
    const body = new SampleBody(['abc']);
    const stream = bodyOf(factories, body);
    stream.getSize();
    stream.eof();
    stream.inMemory();
    stream.getMetadata();
    expectThat(!body.isTouched, 'the body was read without a request for it');
  },

  async 'an unread body is read as a whole by bytes(), and never by both members'(factories) {
    for (const read of ['getContents', 'text'] as const) {
      const body = new SampleBody(['abc']);
      const stream = bodyOf(factories, body);
      await stream[read]();
      expectThat(body.takenWhole, `${read}() of an unread body did not call bytes()`);
      await stream.read(1);
      expectThat(body.asked === 0, 'the body was read by both members');
    }
    const begun = new SampleBody(['abc', 'def']);
    const stream = bodyOf(factories, begun);
    await stream.read(1);
    await stream.getContents();
    expectThat(!begun.takenWhole, 'bytes() was called after the body had been partly read');
  },

  async 'an error of the client rejects the read with that error'(factories) {
    const failure = Object.assign(new Error('gone'), { code: 'REQUEST_ABORTED', status: 400 });
    for (const read of ['getContents', 'text'] as const) {
      const stream = bodyOf(factories, new SampleBody(['abc'], { last: failure }));
      for (let round = 0; round < 2; round++) {
        const error = await stream[read]().catch((reason: unknown) => reason);
        expectSame(error, failure, `the error of ${read}`);
      }
    }
  },

  async 'closing the body cancels the source'(factories) {
    const unread = new SampleBody(['abc'], { last: 'never' });
    bodyOf(factories, unread).close();
    await eventually(() => unread.cancelled, 'a body that was never read is not cancelled');
    const begun = new SampleBody(['abc'], { last: 'never' });
    const stream = bodyOf(factories, begun);
    await stream.read(1);
    stream.close();
    await eventually(() => begun.cancelled, 'a partly read body is not cancelled');
  },

  async 'a request without a body has an empty stream'(factories) {
    const request = factories.createServerRequestFromSource(sampleSource({ body: null }));
    expectEqual(request.getBody().getSize(), 0, 'getSize()');
    expectEqual(await request.getBody().text(), '', 'text()');
  },

  'the body refuses to seek and to write'(factories) {
    const stream = bodyOf(factories, new SampleBody(['abc']));
    expectThrow('STREAM_NOT_WRITABLE', () => stream.write('x'));
    expectThrow('STREAM_NOT_SEEKABLE', () => {
      stream.rewind();
    });
  },
};

function bodyOf(factories: HttpFactoriesInterface, body: SampleBody) {
  return factories.createServerRequestFromSource(sampleSource({ body })).getBody();
}

function expectUnread(reads: ReadonlyMap<string, number>, names: readonly string[]): void {
  for (const name of names) {
    expectThat(!reads.has(name), `the source's ${name} was read although it was not needed`);
  }
}

function readEverything(request: ServerRequestInterface): void {
  request.getMethod();
  request.getProtocolVersion();
  request.getRequestTarget();
  request.getUri();
  request.getHeaders();
  request.getRawHeaders();
  request.getHeaderLine('Host');
  request.getServerParams();
  request.getCookieParams();
  request.getQueryParams();
  request.getUploadedFiles();
  request.getParsedBody();
  request.getBody();
}
