import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

interface Account {
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** Accounts in memory, by name: replace them with a table. */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  /** An unknown name takes as long as a known one. */
  readonly #nobody: Account = { salt: randomBytes(16), key: randomBytes(32) };

  async add(name: string, password: string): Promise<void> {
    const salt = randomBytes(16);
    this.#accounts.set(name, { salt, key: await derive(password, salt, 32) });
  }

  async accepts(name: string, password: string): Promise<boolean> {
    const { salt, key } = this.#accounts.get(name) ?? this.#nobody;
    return timingSafeEqual(await derive(password, salt, 32), key);
  }
}
