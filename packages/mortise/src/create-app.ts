import {
  type AppInterface,
  type AppOptions,
  type BodyParsers as TextParsers,
  createApp as createBareApp,
  type ValuesAppOptions,
  type VariantAppOptions,
  type VariantBValues,
  type VariantTypes,
} from '@mortise/app';
import { type BodyParsers, bodyParsing } from '@mortise/body-parsers';
import type { MiddlewareInterface } from '@mortise/http-message';
import { factories as defaultFactories } from '@mortise/message/node';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Options of which the factories have a default too: those of `@mortise/message`, with files. */
export type WithDefaults<Options extends AppOptions> = Omit<Options, 'factories'> &
  Partial<Pick<Options, 'factories'>>;

/**
 * Makes an application with the defaults of Mortise: messages of `@mortise/message`, body parsing of
 * `@mortise/body-parsers` for `addBodyParsingMiddleware`, the router of `@mortise/router`. Each of
 * them can be replaced.
 */
export function createApp<T extends VariantTypes>(
  options: WithDefaults<VariantAppOptions<T>>,
): AppInterface<T>;
export function createApp(options: WithDefaults<ValuesAppOptions>): AppInterface<VariantBValues>;
export function createApp(options?: WithDefaults<AppOptions>): AppInterface;
export function createApp(options: WithDefaults<AppOptions> = {}): unknown {
  const { factories = defaultFactories } = options;
  const bodyParser = (parsers: TextParsers): MiddlewareInterface =>
    bodyParsing({ factories, parsers: fromText(parsers) });
  return createBareApp({ bodyParser, ...options, factories });
}

/** Parsers of text, as an application registers them, made parsers of what a body holds. */
function fromText(parsers: TextParsers): BodyParsers {
  return Object.fromEntries(
    Object.entries(parsers).map(([type, parse]) => [
      type.toLowerCase(),
      (body: Uint8Array | string) => parse(typeof body === 'string' ? body : utf8.decode(body)),
    ]),
  );
}
