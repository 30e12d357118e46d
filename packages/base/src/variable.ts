interface Process {
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Absent on some platforms, such as Workers without `nodejs_compat`. */
const { process } = globalThis as { readonly process?: Process };

/** Returns an environment variable; `undefined` if it is not set, or if Deno is not allowed to read it. */
export function variable(name: string): string | undefined {
  try {
    return process?.env?.[name];
  } catch {
    return undefined;
  }
}
