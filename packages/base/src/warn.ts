interface Process {
  emitWarning?(text: string, options: Warning): void;
}

/** The parts of a warning that Node prints besides its text. */
export interface Warning {
  /** A stable name, such as `'BODY_NOT_PARSED'`. */
  readonly code: string;
  /** What to do; printed on its own line. */
  readonly detail: string;
}

/** Absent on some platforms, such as Workers without `nodejs_compat`. */
const { process } = globalThis as { readonly process?: Process };

/** Prints a warning, if possible with `process.emitWarning`, so that programs can handle it. */
export function warn(text: string, { code, detail }: Warning): void {
  if (process?.emitWarning !== undefined) {
    process.emitWarning(text, { type: 'MortiseWarning', code, detail } as Warning);
  } else console.warn(`[${code}] ${text}\n${detail}`);
}

/** Creates a function that prints a warning with {@link warn} the first time it is called, and then nothing. */
export function warnOnce(code: string): (text: string, detail: string) => void {
  let isDue = true;
  return (text, detail) => {
    if (isDue) warn(text, { code, detail });
    isDue = false;
  };
}
