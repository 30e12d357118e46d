import { quote } from '@mortise/base';

/** An error in a template, with its place. If templates are nested, the engine reports the innermost one. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
  readonly template: string;
  /** The line, from 1; `null` if unknown. */
  readonly line: number | null;

  /** @param options `cause`: what the template's code threw */
  constructor(template: string, line: number | null, message: string, options?: ErrorOptions) {
    super(message, options);
    this.template = template;
    this.line = line;
  }

  /** Creates the error for a value that a template threw. */
  static of(template: string, line: number, cause: unknown): TemplateFault {
    const message = cause instanceof Error ? cause.message : `it threw ${quote(cause)}`;
    return new TemplateFault(template, line, message, { cause });
  }

  /** Creates the error for a template that Eta cannot compile. Eta's own message contains all of the generated code. */
  static ofSyntax(template: string, error: Error): TemplateFault {
    const [first = '', , second = ''] = error.message.split('\n');
    const at = /^(.+) at line (\d+) col /.exec(first);
    return at?.[1] === undefined
      ? new TemplateFault(template, null, `invalid syntax: ${second}`)
      : new TemplateFault(template, Number(at[2]), `invalid syntax: ${at[1]}`);
  }
}
