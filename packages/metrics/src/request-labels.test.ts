import { describe, expect, it } from '@jest/globals';
import { requestLabels } from './request-labels.js';

describe('requestLabels', () => {
  const cutOff = new Error('cut off');

  it.each<[string, number | null, unknown, string]>([
    ['a response', 204, null, '2xx'],
    ['an upgrade', 101, null, '1xx'],
    ['nothing that was sent', null, null, 'aborted'],
    ['a successful response that was not completed', 399, cutOff, 'aborted'],
    ['an error response that was not completed', 400, cutOff, '4xx'],
  ])('describes %s', (_, status, error, expected) => {
    const end = { status, bytes: 0, error };
    expect(requestLabels('GET', null, end).status_class).toBe(expected);
  });
});
