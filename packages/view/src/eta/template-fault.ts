import { quote } from '@mortise/base';

/** What fails in a template, with its place: the engine reports the innermost one. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
  readonly template: string;
  /** From 1; `null` if it is not known. */
  readonly line: number | null;

  /** @param options `cause`: what the code of the template threw */
  constructor(template: string, line: number | null, message: string, options?: ErrorOptions) {
    super(message, options);
    this.template = template;
    this.line = line;
  }

  /** Describes what a template threw. */
  static of(template: string, line: number, cause: unknown): TemplateFault {
    const message = cause instanceof Error ? cause.message : `it threw ${quote(cause)}`;
    return new TemplateFault(template, line, message, { cause });
  }

  /** Describes a template that Eta cannot compile. Eta's own message contains the whole generated code. */
  static ofSyntax(template: string, error: Error): TemplateFault {
    const [first = '', , second = ''] = error.message.split('\n');
    const at = /^(.+) at line (\d+) col /.exec(first);
    return at?.[1] === undefined
      ? new TemplateFault(template, null, `invalid syntax: ${second}`)
      : new TemplateFault(template, Number(at[2]), `invalid syntax: ${at[1]}`);
  }
}
