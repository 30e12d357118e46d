import type { HttpErrorInterface } from 'mortise';

/** A request that a guard turned away. The application answers it by its `status` and `headers`. */
export class Refusal extends Error implements HttpErrorInterface {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  private constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  /** RFC 9110 11.6.1: a 401 says how to authenticate. */
  static unauthenticated(): Refusal {
    return new Refusal(401, 'UNAUTHENTICATED', 'Changes need a name and a password.', {
      'WWW-Authenticate': 'Basic realm="The Library", charset="UTF-8"',
    });
  }

  static forbidden(user: string, permission: string): Refusal {
    return new Refusal(403, 'FORBIDDEN', `${user} lacks the permission ${permission}.`);
  }

  static foreignOrigin(): Refusal {
    return new Refusal(403, 'FOREIGN_ORIGIN', 'Changes are taken from pages of this site only.');
  }
}
