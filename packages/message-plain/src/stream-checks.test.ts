import { expect, it } from '@jest/globals';
import { factories } from './index.js';
import { assertLength, consumed, detached, notWritable, seekTarget } from './stream-checks.js';

it.each([
  [
    detached(),
    'STREAM_DETACHED',
    'the stream was closed or detached: a body or an uploaded file is closed when its request ends',
  ],
  [notWritable(), 'STREAM_NOT_WRITABLE', 'the stream is not writable: only in-memory streams are'],
  [
    consumed(),
    'BODY_CONSUMED',
    'the body has already been read and can be read only once; parse it in one place, in body parsing middleware, and use getParsedBody()',
  ],
])('the error of a state says what the state is: %s', (error, code, message) => {
  expect(error).toMatchObject({ code, message, value: undefined });
});

it.each<[string, number, () => unknown, string]>([
  [
    'STREAM_OFFSET_INVALID',
    7,
    () => seekTarget(7, 0, 3, 6),
    'a position must be an integer from 0 to 6: 7',
  ],
  [
    'STREAM_LENGTH_INVALID',
    -1,
    () => assertLength(-1),
    'a length must be an integer of at least 0: -1',
  ],
])(
  'the error %s has the refused value %d, and says what is allowed',
  (code, value, check, message) => {
    expect(check).toThrow(expect.objectContaining({ code, value, message }));
  },
);

it.each([undefined, null, 'text', {}])('a body that is not a stream is refused: %j', (body) => {
  const setBody = () => factories.createResponse().withBody(body as never);
  expect(setBody).toThrow(expect.objectContaining({ code: 'STREAM_NOT_READABLE', value: body }));
  expect(setBody).toThrow(
    'a body must be a stream, from createStream(text) or createStreamFromResource(source): ',
  );
});

it.each([undefined, null, 'text', [new Uint8Array(1)]])(
  'a value that is not a source is refused: %j',
  (source) => {
    const create = () => factories.createStreamFromResource(source as never);
    expect(create).toThrow(expect.objectContaining({ code: 'STREAM_NOT_READABLE', value: source }));
    expect(create).toThrow('a source must be an async iterable of Uint8Array: ');
  },
);
