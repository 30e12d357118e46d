import { readFileSync } from 'node:fs';
import type {
  HttpFactoriesInterface,
  MessageInterface,
  RequestInterface,
  ResponseInterface,
  ServerRequestInterface,
  StreamInterface,
  TemporaryStorageInterface,
  UploadedFileInterface,
  UriInterface,
} from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain/node';

/** An implementation with one fault. */
export interface Mutant {
  /** What is broken. */
  readonly fault: string;
  /** The name of a case that must catch it. */
  readonly caughtBy: string;
  readonly factories: HttpFactoriesInterface;
  readonly temporaryStorage?: TemporaryStorageInterface;
}

/** Replacements of some members of an object, which receive the object first; other members are correct. */
export type Faults<T> = {
  readonly [Name in keyof T]?: T[Name] extends (...args: infer Arguments) => infer Result
    ? (sound: T, ...args: Arguments) => Result
    : (sound: T) => T[Name];
};

/** The object with some members broken, and so is everything that its `with*` methods return. */
export function broken<T extends object>(sound: T, faults: Faults<T>): T {
  return new Proxy(sound, {
    get(target, name) {
      const fault: unknown = Reflect.get(faults, name);
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') {
        return typeof fault === 'function' ? (fault as (sound: T) => unknown)(target) : member;
      }
      return (...args: unknown[]) => {
        const result: unknown =
          typeof fault === 'function'
            ? Reflect.apply(fault, undefined, [target, ...args])
            : Reflect.apply(member, target, args);
        const isCopy = typeof name === 'string' && name.startsWith('with');
        return isCopy ? broken(result as T, faults) : result;
      };
    },
  });
}

/** An implementation whose requests and responses have a fault. */
export function messages(faults: Faults<MessageInterface>): HttpFactoriesInterface {
  const faulty = <T extends MessageInterface>(sound: T) =>
    broken<MessageInterface>(sound, faults) as T;
  return {
    ...plain,
    createResponse: (...args) => faulty(plain.createResponse(...args)),
    createRequest: (...args) => faulty(plain.createRequest(...args)),
    createServerRequest: (...args) => faulty(plain.createServerRequest(...args)),
    createServerRequestFromSource: (source) => faulty(plain.createServerRequestFromSource(source)),
  };
}

/** An implementation whose requests have a fault. */
export function requests(faults: Faults<RequestInterface>): HttpFactoriesInterface {
  const faulty = <T extends RequestInterface>(sound: T) =>
    broken<RequestInterface>(sound, faults) as T;
  return {
    ...plain,
    createRequest: (...args) => faulty(plain.createRequest(...args)),
    createServerRequest: (...args) => faulty(plain.createServerRequest(...args)),
    createServerRequestFromSource: (source) => faulty(plain.createServerRequestFromSource(source)),
  };
}

/** An implementation whose server requests have a fault. */
export function serverRequests(faults: Faults<ServerRequestInterface>): HttpFactoriesInterface {
  const faulty = (sound: ServerRequestInterface) => broken(sound, faults);
  return {
    ...plain,
    createServerRequest: (...args) => faulty(plain.createServerRequest(...args)),
    createServerRequestFromSource: (source) => faulty(plain.createServerRequestFromSource(source)),
  };
}

/** An implementation whose responses have a fault. */
export function responses(faults: Faults<ResponseInterface>): HttpFactoriesInterface {
  return {
    ...plain,
    createResponse: (...args) => broken(plain.createResponse(...args), faults),
  };
}

/** An implementation whose URIs have a fault. */
export function uris(faults: Faults<UriInterface>): HttpFactoriesInterface {
  return { ...plain, createUri: (uri) => broken(plain.createUri(uri), faults) };
}

/** An implementation whose streams have a fault. */
export function streams(faults: Faults<StreamInterface>): HttpFactoriesInterface {
  return withStreams(plain, faults);
}

/** An implementation with replaced members of streams. */
export function withStreams(
  factories: HttpFactoriesInterface,
  members: Faults<StreamInterface>,
): HttpFactoriesInterface {
  return {
    ...factories,
    createStream: (content) => broken(factories.createStream(content), members),
    createStreamFromFile: (...args) => broken(factories.createStreamFromFile(...args), members),
    createStreamFromResource: (resource) =>
      broken(factories.createStreamFromResource(resource), members),
  };
}

/** An implementation that reads a file when it opens it. */
export function withFilesInMemory(factories: HttpFactoriesInterface): HttpFactoriesInterface {
  return {
    ...factories,
    createStreamFromFile: (...args) => {
      const stream = factories.createStreamFromFile(...args);
      const content = readFileSync(args[0]);
      return broken(stream, {
        inMemory: (sound) => (sound.isReadable() ? content.subarray(sound.tell()) : null),
      });
    },
  };
}

/** An implementation whose uploads have a fault. */
export function uploads(faults: Faults<UploadedFileInterface>): HttpFactoriesInterface {
  return {
    ...plain,
    createUploadedFile: (...args) => broken(plain.createUploadedFile(...args), faults),
  };
}
