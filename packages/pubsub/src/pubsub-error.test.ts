import { describe, expect, it } from '@jest/globals';
import { HTTP_ERROR, OUTAGE } from '@mortise/base';
import { type PubSubCode, PubSubError } from './index.js';

const REFUSALS: readonly PubSubCode[] = [
  'PUBSUB_MESSAGE_INVALID',
  'PUBSUB_MESSAGE_TOO_LARGE',
  'PUBSUB_TOPIC_INVALID',
];

describe('the error of a bus', () => {
  it.each(REFUSALS)('%s is 500, has the refused value, and is not an outage', (code) => {
    const error = new PubSubError(code, 'refused', { value: 7 });
    expect(error).toMatchObject({ name: 'PubSubError', code, status: 500, value: 7 });
    expect([error[HTTP_ERROR], error[OUTAGE], 'cause' in error]).toEqual([true, false, false]);
  });

  it('PUBSUB_UNAVAILABLE is 503, has the error of the client as its cause, and is an outage', () => {
    const cause = new Error('gone');
    const error = PubSubError.unavailable('down', cause);
    expect(error).toMatchObject({ code: 'PUBSUB_UNAVAILABLE', status: 503, cause });
    expect([error[HTTP_ERROR], error[OUTAGE], error.value]).toEqual([true, true, undefined]);
    expect('cause' in PubSubError.unavailable('closed')).toBe(false);
  });
});
