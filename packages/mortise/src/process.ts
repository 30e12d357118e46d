interface Process {
  readonly env?: Readonly<Record<string, string | undefined>>;
  emitWarning?(text: string, options: Warning): void;
}

/** A warning as Node prints it. */
export interface Warning {
  readonly code: string;
  /** What to do, on a line of its own. */
  readonly detail: string;
}

/** Absent on some platforms, such as Workers without `nodejs_compat`. */
const { process } = globalThis as { readonly process?: Process };

/** A variable of the process; `undefined` where there is none, or where Deno may not read it. */
export function variable(name: string): string | undefined {
  try {
    return process?.env?.[name];
  } catch {
    return undefined;
  }
}

/** Prints a warning: through the process where there is one, so that programs can handle it. */
export function warn(text: string, { code, detail }: Warning): void {
  if (process?.emitWarning !== undefined) {
    process.emitWarning(text, { type: 'MortiseWarning', code, detail } as Warning);
  } else console.warn(`[${code}] ${text}\n${detail}`);
}
