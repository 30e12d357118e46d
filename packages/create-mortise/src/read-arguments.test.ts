import { describe, expect, it } from '@jest/globals';
import { readArguments } from './read-arguments.js';

describe('the command line', () => {
  it.each<[string[], object, string[]]>([
    [[], {}, []],
    [['my-app'], {}, ['my-app']],
    [['my-app', '--template', 'web', '--yes'], { template: 'web', yes: true }, ['my-app']],
    [['-t', 'web', '-y', '-h'], { template: 'web', yes: true, help: true }, []],
    [['--help', '--', '-app'], { help: true }, ['-app']],
  ])('%j has the flags %j and the folder %j', (args, values, positionals) => {
    const read = readArguments(args);
    expect([{ ...read.values }, read.positionals]).toEqual([values, positionals]);
  });

  it.each([
    [['--typescript'], "Unknown option '--typescript': run it with --help to see the options"],
    [
      ['a', '-t'],
      "Option '-t, --template <value>' argument missing: run it with --help to see the options",
    ],
    [
      ['a', '--template', '--yes'],
      "Option '--template' argument is ambiguous: run it with --help to see the options",
    ],
    [['a', 'b'], 'unexpected argument "b" after the folder: run it with --help to see the options'],
    [
      ['--yes=no'],
      "Option '-y, --yes' does not take an argument: run it with --help to see the options",
    ],
  ])('%j is refused with ARGUMENT_INVALID', (args, message) => {
    expect(() => readArguments(args)).toThrow(
      expect.objectContaining({ name: 'CreateError', code: 'ARGUMENT_INVALID', message }),
    );
  });
});
