import type { Rules } from '../conformance-case.js';
import { expectEachRefused, expectEqual, expectSame, expectThat, expectThrow } from '../expect.js';
import type { MessageSubject } from './subjects.js';

/** Rules for the protocol version, the body, and the immutability of a message. */
export const messageValue: Rules<MessageSubject> = {
  'withProtocolVersion sets the version and leaves the original untouched'({ create }) {
    const original = create().withProtocolVersion('1.1');
    for (const version of ['1.0', '1.1', '2', '2.0', '3', '10.12']) {
      const changed = original.withProtocolVersion(version);
      expectEqual(changed.getProtocolVersion(), version, 'the version');
      expectEqual(original.getProtocolVersion(), '1.1', 'the version of the original');
    }
  },

  'withProtocolVersion refuses a value that is not a version, including a trailing newline'({
    create,
  }) {
    const versions = ['', 'HTTP/1.1', 'abc', '1.', '.1', '1.1.1', '1,1', '-1', '1.1 ', ' 1.1'];
    const broken = ['1.1\n', '1.1\r\nX: y', '1\0', '\u0661'];
    expectEachRefused('PROTOCOL_VERSION_INVALID', [...versions, ...broken], (version) =>
      create().withProtocolVersion(version),
    );
    expectThrow('PROTOCOL_VERSION_INVALID', () => create().withProtocolVersion(1.1 as never), 1.1);
  },

  'getBody returns the same object each time'({ create }) {
    const message = create();
    expectSame(message.getBody(), message.getBody(), 'the body that is read again');
  },

  'the body is an empty stream if none was given'({ create }) {
    const body = create().getBody();
    expectThat(body.isReadable(), 'the body cannot be read');
    expectThat(body.eof(), 'the body is not empty');
    expectEqual(body.getSize(), 0, 'the size of the body');
  },

  'withBody keeps the stream by reference and leaves the original untouched'({
    create,
    factories,
  }) {
    const original = create();
    const before = original.getBody();
    const stream = factories.createStream('new');
    const changed = original.withBody(stream);
    expectSame(changed.getBody(), stream, 'the body that was given');
    expectSame(original.getBody(), before, 'the body of the original');
  },

  'withBody refuses a value that is not a stream'({ create }) {
    expectEachRefused('STREAM_NOT_READABLE', [undefined, null, 'text', 7, {}], (body) =>
      create().withBody(body),
    );
  },

  'copies share the body, including its position'({ create, factories }) {
    const message = create().withBody(factories.createStream('abc'));
    const copy = message.withHeader('A', 'b').withProtocolVersion('1.0');
    expectSame(copy.getBody(), message.getBody(), 'the body of a copy');
    copy.getBody().seek(2);
    expectEqual(message.getBody().tell(), 2, 'the position that a copy moved');
  },

  'copies of a message without a body share it too'({ create }) {
    const message = create();
    const copy = message.withHeader('A', 'b');
    expectSame(copy.getBody(), message.getBody(), 'the body of a copy');
  },

  'a with* changes one member and keeps the others'({ create, factories }) {
    const body = factories.createStream('x');
    const message = create().withProtocolVersion('1.0').withHeader('A', '1').withBody(body);
    const all = [
      message.withHeader('B', '2'),
      message.withBody(factories.createStream('y')),
      message.withProtocolVersion('2'),
    ] as const;
    expectEqual(all[0].getProtocolVersion(), '1.0', 'the version after withHeader');
    expectSame(all[0].getBody(), body, 'the body after withHeader');
    expectEqual(all[1].getRawHeaders(), ['A', '1'], 'the headers after withBody');
    expectEqual(all[1].getProtocolVersion(), '1.0', 'the version after withBody');
    expectEqual(all[2].getRawHeaders(), ['A', '1'], 'the headers after withProtocolVersion');
    expectSame(all[2].getBody(), body, 'the body after withProtocolVersion');
  },

  'two copies of one message do not change each other'({ create }) {
    const message = create().withHeader('A', '1');
    const one = message.withAddedHeader('A', '2');
    const other = message.withAddedHeader('A', '3');
    expectEqual(one.getHeader('A'), ['1', '2'], 'the header of one copy');
    expectEqual(other.getHeader('A'), ['1', '3'], 'the header of the other copy');
  },

  'an error is an Error with code and value, and without a status'({ create }) {
    const error = expectThrow('HEADER_NAME_INVALID', () => create().withHeader('a b', 'x'), 'a b');
    expectThat(error.message !== '', 'the message of the error is empty');
    expectEqual(error.status, undefined, "the status of an error that is not a client's");
  },
};
