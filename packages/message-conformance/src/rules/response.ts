import type { HttpFactoriesInterface } from '@mortise/http-message';
import type { Rules } from '../conformance-case.js';
import { expectEachRefused, expectEqual, expectThrow } from '../expect.js';

/** The reason phrases of all status codes of RFC 9110 15, including 418, which is reserved and has none. */
const PHRASES = new Map(
  Object.entries({
    100: 'Continue',
    101: 'Switching Protocols',
    200: 'OK',
    201: 'Created',
    202: 'Accepted',
    203: 'Non-Authoritative Information',
    204: 'No Content',
    205: 'Reset Content',
    206: 'Partial Content',
    300: 'Multiple Choices',
    301: 'Moved Permanently',
    302: 'Found',
    303: 'See Other',
    304: 'Not Modified',
    305: 'Use Proxy',
    307: 'Temporary Redirect',
    308: 'Permanent Redirect',
    400: 'Bad Request',
    401: 'Unauthorized',
    402: 'Payment Required',
    403: 'Forbidden',
    404: 'Not Found',
    405: 'Method Not Allowed',
    406: 'Not Acceptable',
    407: 'Proxy Authentication Required',
    408: 'Request Timeout',
    409: 'Conflict',
    410: 'Gone',
    411: 'Length Required',
    412: 'Precondition Failed',
    413: 'Content Too Large',
    414: 'URI Too Long',
    415: 'Unsupported Media Type',
    416: 'Range Not Satisfiable',
    417: 'Expectation Failed',
    421: 'Misdirected Request',
    422: 'Unprocessable Content',
    426: 'Upgrade Required',
    500: 'Internal Server Error',
    501: 'Not Implemented',
    502: 'Bad Gateway',
    503: 'Service Unavailable',
    504: 'Gateway Timeout',
    505: 'HTTP Version Not Supported',
  }),
);
const UNREGISTERED = [199, 299, 399, 499, 599];
const BAD_CODES = [99, 600, 1000, 0, -200, 200.5, NaN, Infinity];
const BAD_PHRASES = ['a\nb', 'a\r\nb', 'a\n', '\0', 'a\x7fb', '\x1b', 'a\u0100', '\u20ac'];

/** Rules for the status code and reason phrase. */
export const response: Rules<HttpFactoriesInterface> = {
  'withStatus sets code and phrase and leaves the original untouched'(factories) {
    const original = factories.createResponse(200, 'Fine');
    const changed = original.withStatus(404, 'Gone fishing');
    expectEqual(changed.getStatusCode(), 404, 'the code');
    expectEqual(changed.getReasonPhrase(), 'Gone fishing', 'the phrase');
    expectEqual(original.getStatusCode(), 200, 'the code of the original');
    expectEqual(original.getReasonPhrase(), 'Fine', 'the phrase of the original');
  },

  'a known status without a phrase has the registered one'(factories) {
    for (const [code, phrase] of PHRASES) {
      const changed = factories.createResponse().withStatus(Number(code));
      expectEqual(changed.getReasonPhrase(), phrase, `the phrase of ${code}`);
      const created = factories.createResponse(Number(code));
      expectEqual(created.getReasonPhrase(), phrase, `the phrase of a created ${code}`);
    }
  },

  'an unknown status has an empty phrase'(factories) {
    for (const code of UNREGISTERED) {
      const changed = factories.createResponse().withStatus(code);
      expectEqual(changed.getReasonPhrase(), '', `the phrase of ${code}`);
    }
  },

  'an empty phrase is replaced by the registered one'(factories) {
    const changed = factories.createResponse(500, 'Oh').withStatus(404, '');
    expectEqual(changed.getReasonPhrase(), 'Not Found', 'the phrase');
  },

  'withStatus without a phrase drops the previous one'(factories) {
    const changed = factories.createResponse(200, 'Fine').withStatus(201);
    expectEqual(changed.getReasonPhrase(), 'Created', 'the phrase');
    const again = factories.createResponse(200, 'Fine').withStatus(200);
    expectEqual(again.getReasonPhrase(), 'OK', 'the phrase of the same code');
  },

  'a phrase can contain spaces, tabs and U+0080 to U+00FF, and be 0'(factories) {
    for (const phrase of ['0', ' ', 'a\tb', 'caf\u00e9', '\u00ff']) {
      const changed = factories.createResponse().withStatus(404, phrase);
      expectEqual(changed.getReasonPhrase(), phrase, 'the phrase');
    }
  },

  'withStatus accepts every code from 100 to 599'(factories) {
    for (let code = 100; code <= 599; code++) {
      expectEqual(factories.createResponse().withStatus(code).getStatusCode(), code, 'the code');
    }
  },

  'withStatus refuses a code that is not an integer from 100 to 599'(factories) {
    expectEachRefused('STATUS_INVALID', BAD_CODES, (code) =>
      factories.createResponse().withStatus(code),
    );
    expectThrow(
      'STATUS_INVALID',
      () => factories.createResponse().withStatus('200' as never),
      '200',
    );
  },

  'withStatus refuses a control character in a phrase, including a trailing newline'(factories) {
    expectEachRefused('REASON_INVALID', BAD_PHRASES, (phrase) =>
      factories.createResponse().withStatus(200, phrase),
    );
  },

  'withStatus keeps headers and body, and other with* keep the status'(factories) {
    const body = factories.createStream('x');
    const original = factories.createResponse(404, 'Oh').withHeader('A', '1').withBody(body);
    const changed = original.withStatus(500);
    expectEqual(changed.getRawHeaders(), ['A', '1'], 'the headers');
    expectEqual(changed.getBody() === body, true, 'the body being the same');
    for (const copy of [original.withHeader('B', '2'), original.withProtocolVersion('1.0')]) {
      expectEqual(copy.getStatusCode(), 404, 'the code of a copy');
      expectEqual(copy.getReasonPhrase(), 'Oh', 'the phrase of a copy');
    }
  },
};
