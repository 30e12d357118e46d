import { brand, CodedError, quote } from '@mortise/base';

/**
 * The causes of an {@link EndpointError}:
 *
 * - `ARGUMENTS_MISSING`: the invocation strategy passes arguments one by one, or not at all
 * - `BODY_NOT_PARSED`: the description has a body, but no body parser has read the request's body
 * - `RESPONSE_INVALID`: the handler passed content that does not match the description of the response
 * - `RESPONSE_REPEATED`: the handler called `respond` again after a call with content
 * - `RESPONSE_UNDESCRIBED`: the handler called `respond` with a status that is not described
 * - `RESPONSE_ASYNC`: a response's schema validates asynchronously
 * - `UPLOAD_FAILED`: the server could not store an uploaded file
 */
export type EndpointErrorCode =
  | 'ARGUMENTS_MISSING'
  | 'BODY_NOT_PARSED'
  | 'RESPONSE_ASYNC'
  | 'RESPONSE_INVALID'
  | 'RESPONSE_REPEATED'
  | 'RESPONSE_UNDESCRIBED'
  | 'UPLOAD_FAILED';

/** A server error: the client receives a plain 500, and the message is logged. */
export class EndpointError extends CodedError<EndpointErrorCode> {
  static {
    brand(this, '@mortise/endpoint/EndpointError');
  }

  static argumentsMissing(): EndpointError {
    const message =
      'the invocation strategy does not pass (request, response, args) to the endpoint; call route.setInvocationStrategy(requestResponseNamedArgs)';
    return new EndpointError('ARGUMENTS_MISSING', message);
  }

  /** @param isRefused whether the route or its group disables body parsing */
  static bodyNotParsed(type: string, isRefused = false): EndpointError {
    const advice = isRefused
      ? 'remove body: false from its route or group'
      : 'create the application with createApp({ body: {} }), and add a parser for this type if it has none';
    const message = `no body parser has read the request body (Content-Type ${quote(type)}); ${advice}`;
    return new EndpointError('BODY_NOT_PARSED', message);
  }

  /** @param faults each a JSON pointer, followed by a message */
  static responseInvalid(status: number, faults: readonly string[]): EndpointError {
    const message = `the response ${status} does not match its description: ${faults.join('; ')}`;
    return new EndpointError('RESPONSE_INVALID', message);
  }

  static responseUndescribed(status: unknown, described: readonly number[]): EndpointError {
    const message =
      typeof status === 'number'
        ? `the response ${status} is not described; expected one of ${described.join(', ')}; add ${status} to responses, with null for one without content${status < 400 ? '' : `, or throw httpError(${status})`}`
        : `respond received ${quote(status)} instead of the status; write return respond(${described[0]}, content)`;
    return new EndpointError('RESPONSE_UNDESCRIBED', message);
  }

  static responseRepeated(status: number): EndpointError {
    const message = `respond(${status}) was called after a response with content; call respond once`;
    return new EndpointError('RESPONSE_REPEATED', message);
  }

  static responseAsync(status: number): EndpointError {
    const message = `the schema of the response ${status} is asynchronous; use a synchronous one`;
    return new EndpointError('RESPONSE_ASYNC', message);
  }

  static uploadFailed(field: string, code: number): EndpointError {
    const message = `the file in the field ${quote(field)} could not be stored (upload error ${code}); check the temporary folder`;
    return new EndpointError('UPLOAD_FAILED', message);
  }
}
