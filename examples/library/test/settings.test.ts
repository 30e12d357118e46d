import { describe, expect, it } from '@jest/globals';
import { hashPassword } from '@mortise/auth/password';
import { settingsFrom } from '../src/settings.js';

/** The lines of the error for variables that cannot be read. */
function refusal(variables: Record<string, string>): readonly string[] {
  try {
    settingsFrom(variables);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
}

describe('the settings', () => {
  it('are the defaults for absent and for empty variables', () => {
    const defaults = settingsFrom({});
    expect(defaults).toMatchObject({ port: 3000, databaseUrl: null, processPorts: [3001, 3002] });
    expect(settingsFrom({ PORT: '', DATABASE_URL: '', PROXIES: ' ' })).toEqual(defaults);
  });

  it('make hashes of passwords as expensive as the default of the package: no variable lowers it', async () => {
    const variables = { PASSWORD_COST: '2', passwordCost: '2', LIBRARY_PASSWORD_COST: '2' };
    const { passwordCost } = settingsFrom(variables);
    const parameters = (hash: string) => hash.split('$').slice(0, 3);
    const [own, usual] = [await hashPassword('x', passwordCost), await hashPassword('x')];
    expect(parameters(own)).toEqual(parameters(usual));
  });

  it('have a list of what commas separate', () => {
    const { proxies, processPorts } = settingsFrom({
      PROXIES: ' ::1, 10.0.0.0/8, ',
      PROCESS_PORTS: '1,2,3',
    });
    expect([proxies, processPorts]).toEqual([
      ['::1', '10.0.0.0/8'],
      [1, 2, 3],
    ]);
  });

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.1 10.0.0.2'])(
    'name the variable of %j, which is neither an address nor a network',
    (PROXIES) => {
      expect(refusal({ PROXIES }).slice(1)).toEqual([
        '  PROXIES: must be IP addresses and networks, separated by commas',
      ]);
    },
  );

  it('refuse an address that other machines reach, unless cookies are sent over https alone', () => {
    expect(refusal({ HOST: '0.0.0.0' }).slice(1)).toEqual([
      '  HOST: must be a loopback address, unless HTTPS is true',
    ]);
    expect(settingsFrom({ HOST: '0.0.0.0', HTTPS: 'true' }).host).toBe('0.0.0.0');
    expect(settingsFrom({ HOST: '::1' }).host).toBe('::1');
  });

  it('name an address that other machines reach beside other variables', () => {
    expect(refusal({ HOST: '0.0.0.0', PORT: 'abc' }).slice(1)).toEqual([
      '  PORT: must be a whole number from 0 to 65535',
      '  HOST: must be a loopback address, unless HTTPS is true',
    ]);
    // It can be right or wrong: HTTPS is not known.
    expect(refusal({ HOST: '0.0.0.0', HTTPS: 'perhaps' }).slice(1)).toEqual([
      '  HTTPS: must be true or false',
    ]);
  });

  it('name every variable with a bad value in one error, what is expected, and no value', () => {
    const lines = refusal({
      PORT: '70000',
      PROCESS_PORTS: '3001,x',
      DATABASE_URL: 'mysql://root:s3cret@localhost',
      REDIS_URL: 'localhost',
      HTTPS: 'perhaps',
      SIGN_INS: 'many',
    });
    expect(lines.slice(1)).toEqual([
      '  PORT: must be a whole number from 0 to 65535',
      '  PROCESS_PORTS: must be a whole number from 0 to 65535',
      '  DATABASE_URL: must be the URL of a PostgreSQL server',
      '  REDIS_URL: must be the URL of a Redis server',
      '  HTTPS: must be true or false',
      '  SIGN_INS: must be a whole number from 1 to 1000000',
    ]);
  });
});
