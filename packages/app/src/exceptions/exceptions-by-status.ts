import { brand } from '@mortise/base';
import type { ServerRequestInterface } from '@mortise/http-message';
import { HttpException } from './http-exception.js';

// The message is for the log. Clients see the description, and the title of the status
// (`http-syntax/reason-phrase.ts`).

/** 400: the request is malformed (RFC 9110 15.5.1). */
export class HttpBadRequestException extends HttpException {
  constructor(request: ServerRequestInterface, message?: string, options?: ErrorOptions) {
    super(request, message ?? 'Bad request.', 400, options);
    this.description =
      'The server cannot or will not process the request due to an apparent client error.';
  }

  static {
    brand(this, '@mortise/app/HttpBadRequestException');
  }
}

/**
 * 401: the request has no valid credentials. Set `headers` to name the scheme (`WWW-Authenticate`, RFC 9110 15.5.2).
 */
export class HttpUnauthorizedException extends HttpException {
  constructor(request: ServerRequestInterface, message?: string, options?: ErrorOptions) {
    super(request, message ?? 'Unauthorized.', 401, options);
    this.description = 'The request requires valid user authentication.';
  }

  static {
    brand(this, '@mortise/app/HttpUnauthorizedException');
  }
}

/** 403: the user is not allowed to do this (RFC 9110 15.5.4). */
export class HttpForbiddenException extends HttpException {
  constructor(request: ServerRequestInterface, message?: string, options?: ErrorOptions) {
    super(request, message ?? 'Forbidden.', 403, options);
    this.description = 'You are not permitted to perform the requested operation.';
  }

  static {
    brand(this, '@mortise/app/HttpForbiddenException');
  }
}

/** A route that almost matched a request, shown to developers. */
export interface NearRoute {
  readonly methods: readonly string[];
  readonly pattern: string;
  /** Why it does not match. */
  readonly reason: string;
}

/** 404: there is no resource at this path (RFC 9110 15.5.5). */
export class HttpNotFoundException extends HttpException {
  /** Finds the routes that almost matched; called only if details are displayed. */
  declare nearRoutes?: () => readonly NearRoute[];

  constructor(request: ServerRequestInterface, message?: string, options?: ErrorOptions) {
    super(request, message ?? 'Not found.', 404, options);
    this.description =
      'The requested resource could not be found. Please verify the URI and try again.';
  }

  static {
    brand(this, '@mortise/app/HttpNotFoundException');
  }
}

/** 410: the resource at this path was removed permanently (RFC 9110 15.5.11). */
export class HttpGoneException extends HttpException {
  constructor(request: ServerRequestInterface, message?: string, options?: ErrorOptions) {
    super(request, message ?? 'Gone.', 410, options);
    this.description = 'The target resource is no longer available at the origin server.';
  }

  static {
    brand(this, '@mortise/app/HttpGoneException');
  }
}

/** 429: the client has sent too many requests. Set `headers` to say how long to wait (`Retry-After`, RFC 6585 4). */
export class HttpTooManyRequestsException extends HttpException {
  constructor(request: ServerRequestInterface, message?: string, options?: ErrorOptions) {
    super(request, message ?? 'Too many requests.', 429, options);
    this.description =
      'The client application has surpassed its rate limit, or number of requests they can send in a given period of time.';
  }

  static {
    brand(this, '@mortise/app/HttpTooManyRequestsException');
  }
}

/** 500: a server error (RFC 9110 15.6.1). */
export class HttpInternalServerErrorException extends HttpException {
  constructor(request: ServerRequestInterface, message?: string, options?: ErrorOptions) {
    super(request, message ?? 'Internal server error.', 500, options);
    this.description =
      'Unexpected condition encountered preventing server from fulfilling request.';
  }

  static {
    brand(this, '@mortise/app/HttpInternalServerErrorException');
  }
}

/** 501: the server does not support the requested functionality (RFC 9110 15.6.2). */
export class HttpNotImplementedException extends HttpException {
  constructor(request: ServerRequestInterface, message?: string, options?: ErrorOptions) {
    super(request, message ?? 'Not implemented.', 501, options);
    this.description =
      'The server does not support the functionality required to fulfill the request.';
  }

  static {
    brand(this, '@mortise/app/HttpNotImplementedException');
  }
}

/** 405: the path has routes, but not for this method (RFC 9110 15.5.6). */
export class HttpMethodNotAllowedException extends HttpException {
  /** The methods that the path has routes for, in the order of registration. */
  allowedMethods: readonly string[] = [];

  constructor(request: ServerRequestInterface, message?: string, options?: ErrorOptions) {
    super(request, message ?? 'Method not allowed.', 405, options);
    this.description = 'The request method is not supported for the requested resource.';
    this.headers = { Allow: '' };
  }

  static {
    brand(this, '@mortise/app/HttpMethodNotAllowedException');
  }

  getAllowedMethods(): readonly string[] {
    return this.allowedMethods;
  }

  /** Sets the methods, the `Allow` header, and a message that names them. */
  setAllowedMethods(methods: readonly string[]): this {
    this.allowedMethods = methods;
    this.headers = { ...this.headers, Allow: methods.join(', ') };
    this.message = `Method not allowed. Must be one of: ${methods.join(', ')}`;
    return this;
  }
}
