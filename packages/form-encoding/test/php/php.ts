import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What `parse_str` gave, in the encoding of the fixtures. */
export interface PhpResult {
  readonly value: unknown;
  readonly flat: readonly unknown[];
  readonly warning?: string;
}

/** @returns null where there is no PHP (Debian: `apt-get install php-cli`) */
export function phpVersion(): string | null {
  const { status, stdout } = spawnSync('php', ['-r', 'echo PHP_VERSION;'], { encoding: 'utf8' });
  return status === 0 ? stdout : null;
}

/** Runs PHP once over many queries. */
export function parseStr(
  queries: readonly (string | Uint8Array)[],
  ini: Readonly<Record<string, string>>,
): PhpResult[] {
  const settings = Object.entries(ini).flatMap(([name, value]) => ['-d', `${name}="${value}"`]);
  const script = fileURLToPath(new URL('parse-str.php', import.meta.url));
  const input = queries.map((query) => `${Buffer.from(query).toString('base64')}\n`).join('');
  const { status, stdout, stderr } = spawnSync(
    'php',
    ['-d', 'error_log=/dev/null', ...settings, script],
    {
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    },
  );
  if (status !== 0) throw new Error(`php: ${stderr}${stdout.slice(-500)}`);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as PhpResult);
}
