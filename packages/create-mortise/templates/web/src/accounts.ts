import { hashPassword, verifyPassword } from '@mortise/auth/password';

/** Accounts in memory, by name: replace them with a table. */
export class Accounts {
  readonly #hashes = new Map<string, string>();

  async add(name: string, password: string): Promise<void> {
    this.#hashes.set(name, await hashPassword(password));
  }

  /** An unknown name takes as long as a known one. */
  accepts(name: string, password: string): Promise<boolean> {
    return verifyPassword(password, this.#hashes.get(name) ?? null);
  }
}
