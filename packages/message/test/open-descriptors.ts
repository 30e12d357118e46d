import { existsSync, readdirSync } from 'node:fs';

/** How many files this process has open; 0 where the system does not say. */
export function openDescriptors(): number {
  return existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0;
}

/** Waits, a second at most, until a count is as wanted, and gives the last. */
export async function settled(count: () => number, wanted: number): Promise<number> {
  for (let attempt = 0; attempt < 100 && count() !== wanted; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return count();
}
