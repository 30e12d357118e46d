import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { answer } from '../../test/serving.js';
import { LayerOutcome } from './layer-outcome.js';

describe('the outcome of a layer', () => {
  const response = answer('x');
  const error = new Error('x');

  it('is open at first', () => {
    const outcome = new LayerOutcome();
    expect([outcome.current, outcome.returned]).toEqual([null, false]);
  });

  it('is returned without a promise if it is known', () => {
    const outcome = new LayerOutcome();
    outcome.settle({ response });
    expect([outcome.current, outcome.returned]).toEqual([{ response }, false]);
    expect([outcome.result(), outcome.returned]).toEqual([response, true]);
  });

  it('is thrown if it is an error', () => {
    const outcome = new LayerOutcome();
    outcome.settle({ error });
    expect(() => outcome.result()).toThrow(error);
    expect(outcome.returned).toBe(true);
  });

  it('is the last one until it is returned', () => {
    const outcome = new LayerOutcome();
    outcome.settle({ response });
    outcome.settle({ error });
    expect(() => outcome.result()).toThrow(error);
  });

  it('fulfils its promise when it is known', async () => {
    const outcome = new LayerOutcome();
    const result = outcome.result() as Promise<ResponseInterface>;
    expect(outcome.returned).toBe(false);
    outcome.settle({ response });
    expect([outcome.current, outcome.returned]).toEqual([{ response }, true]);
    expect(await result).toBe(response);
  });

  it('rejects its promise if it is an error', async () => {
    const outcome = new LayerOutcome();
    const result = outcome.result() as Promise<ResponseInterface>;
    outcome.settle({ error });
    expect(outcome.returned).toBe(true);
    await expect(result).rejects.toBe(error);
  });
});
