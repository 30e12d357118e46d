import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { createApp, decorateRequest, doublePass, variantA } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';

/** The refusal of a call; fails if there is none. */
function refusalOf(call: () => unknown): OptionError {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(OptionError);
    return error as OptionError;
  }
  throw new Error('the options were accepted');
}

const wrong = [
  [{ settings: { displayErrorDetails: 'yes' } }, 'settings.displayErrorDetails'],
  [
    { settings: { determineRouteBeforeAppMiddleware: 1 } },
    'settings.determineRouteBeforeAppMiddleware',
  ],
  [{ settings: { addContentLengthHeader: 0 } }, 'settings.addContentLengthHeader'],
  [{ settings: { httpVersion: 1.1 } }, 'settings.httpVersion'],
  [{ settings: { parsedBodyLimit: '1mb' } }, 'settings.parsedBodyLimit'],
  [{ settings: { parsedBodyLimit: Number.NaN } }, 'settings.parsedBodyLimit'],
  [{ settings: { storedBodyLimit: '32mb' } }, 'settings.storedBodyLimit'],
  [{ settings: { basePath: null } }, 'settings.basePath'],
  [{ settings: null }, 'settings'],
  [{ parsers: { 'text/x': 'JSON' } }, 'parsers'],
  [{ readers: { 'text/x': {} } }, 'readers'],
  [{ temporaryStorage: '/tmp' }, 'temporaryStorage'],
] as const;

describe.each(implementations)('options of variant A over %s', (_, factories) => {
  it.each(wrong)('createApp refuses %j', (given, option) => {
    const refusal = refusalOf(() => createApp({ factories, ...given } as never));
    expect(refusal.option).toBe(`createApp.${option}`);
  });

  it.each([
    [null, 'createApp'],
    [{ errors: null }, 'createApp.errors'],
    [{ container: {} }, 'createApp.container'],
    [{ container: null }, 'createApp.container'],
    [{ container: { has: () => false } }, 'createApp.container'],
    [{ errors: 'html' }, 'createApp.errors'],
    [{ layer: [] }, 'createApp.layer'],
  ])('createApp refuses %j', (given, option) => {
    const options = given === null ? null : { factories, ...given };
    expect(refusalOf(() => createApp(options as never)).option).toBe(option);
  });

  it('createApp keeps settings of the user', () => {
    const settings = { uploads: { folder: '/data' } };
    expect(
      createApp({ factories, settings } as never)
        .getContainer()
        .get('settings'),
    ).toMatchObject(settings);
  });

  it.each([
    [{ parser: {} }, 'decorateRequest.parser'],
    [{ parsers: [1] }, 'decorateRequest.parsers'],
    [{ parsedBodyLimit: Number.NaN }, 'decorateRequest.parsedBodyLimit'],
    [{ methodOverride: 'POST' }, 'decorateRequest.methodOverride'],
  ])('decorateRequest refuses %j', (given, option) => {
    const request = factories.createServerRequest('GET', '/');
    expect(refusalOf(() => decorateRequest(request, given as never)).option).toBe(option);
  });

  it.each([
    [{ factories: undefined }, 'doublePass.factories'],
    [{ container: {} }, 'doublePass.container'],
    [{ createResponse: {} }, 'doublePass.createResponse'],
    [{ factory: {} }, 'doublePass.factory'],
  ])('doublePass refuses %j', (given, option) => {
    const wrap = () =>
      doublePass((_request, response) => response, { factories, ...given } as never);
    expect(refusalOf(wrap).option).toBe(option);
  });
});

it.each(wrong)('variantA refuses %j', (given, option) => {
  expect(refusalOf(() => variantA(given as never)).option).toBe(`variantA.${option}`);
});

it('variantA refuses an unknown option, and names the nearest', () => {
  expect(refusalOf(() => variantA({ setings: {} } as never)).message).toBe(
    'unknown option variantA.setings; expected variantA.settings',
  );
});
