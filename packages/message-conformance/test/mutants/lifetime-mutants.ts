import type {
  HttpFactoriesInterface,
  RequestEnd,
  RequestLifetimeInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain/node';
import { broken, type Faults, type Mutant } from './broken.js';

type Life = RequestLifetimeInterface;
type Cleanup = Parameters<Life['onEnd']>[0];

const NO_FACTS: RequestEnd = { status: null, bytes: 0, error: null, time: 0 };

function valueUntilTheEnd(life: Life, key: string): unknown {
  return life.ended ? undefined : life.getValue(key);
}

/** Faults of lifetimes. */
export const lifetimeMutants: readonly Mutant[] = [
  {
    fault: 'a cleanup runs twice',
    caughtBy: 'a cleanup runs once, however often the lifetime is ended (request made by hand)',
    factories: living(() => ({
      onEnd: (life, cleanup) => {
        life.onEnd(cleanup);
        life.onEnd(cleanup);
      },
    })),
  },
  {
    fault: 'cleanups run again at a second end',
    caughtBy: 'a cleanup runs once, however often the lifetime is ended (request from a source)',
    factories: living(() => {
      const cleanups: Cleanup[] = [];
      return {
        onEnd: (_, cleanup) => {
          cleanups.push(cleanup);
        },
        end: async () => {
          for (const cleanup of cleanups) await cleanup(NO_FACTS);
        },
      };
    }),
  },
  {
    fault: 'the first cleanup runs first',
    caughtBy:
      'cleanups run in reverse, each after the one before has settled (request made by hand)',
    factories: living((life) => {
      const cleanups: Cleanup[] = [];
      life.onEnd(async (end) => {
        for (const cleanup of cleanups) await cleanup(end);
      });
      return {
        onEnd: (_, cleanup) => {
          cleanups.push(cleanup);
        },
      };
    }),
  },
  {
    fault: 'cleanups do not wait for one another',
    caughtBy:
      'cleanups run in reverse, each after the one before has settled (request from a source)',
    factories: living(() => ({
      onEnd: (life, cleanup) => {
        life.onEnd(() => {
          void cleanup(NO_FACTS);
        });
      },
    })),
  },
  {
    fault: 'every cleanup is awaited, even if it is synchronous',
    caughtBy: 'synchronous cleanups have run when end returns (request made by hand)',
    factories: living(() => ({
      onEnd: (life, cleanup) => {
        life.onEnd(async (end) => {
          await Promise.resolve();
          await cleanup(end);
        });
      },
    })),
  },
  {
    fault: 'a failing cleanup keeps the others from running',
    caughtBy:
      'a cleanup that fails does not prevent the others from running (request made by hand)',
    factories: living(() => {
      let failed = false;
      return {
        onEnd: (life, cleanup) => {
          life.onEnd(async (end) => {
            if (failed) return;
            failed = true;
            await cleanup(end);
            failed = false;
          });
        },
      };
    }),
  },
  {
    fault: 'failures of cleanups are swallowed',
    caughtBy:
      'a cleanup that fails does not prevent the others from running (request from a source)',
    factories: living(() => ({
      end: async (life) => {
        try {
          await life.end();
        } catch {
          return;
        }
      },
    })),
  },
  {
    fault: 'the failure of a single cleanup is not an AggregateError',
    caughtBy: 'the failure of a single cleanup is an AggregateError too (request made by hand)',
    factories: living(() => ({
      end: async (life, how) => {
        try {
          await life.end(how);
        } catch (error) {
          const { errors } = error as AggregateError;
          throw errors.length === 1 ? errors[0] : error;
        }
      },
    })),
  },
  {
    fault: 'an error that a late cleanup throws is swallowed',
    caughtBy: 'an error that a late cleanup throws reaches the caller (request made by hand)',
    factories: living(() => ({
      onEnd: (life, cleanup) => {
        try {
          life.onEnd(cleanup);
        } catch {
          return;
        }
      },
    })),
  },
  {
    fault: 'a cleanup that a listener of the signal registers runs before the others and alone',
    caughtBy: 'a cleanup that a listener of the signal registers runs first (request made by hand)',
    factories: living((life) => {
      let isAborting = false;
      return {
        onEnd: (_, cleanup) => {
          if (isAborting) void cleanup(NO_FACTS);
          else life.onEnd(cleanup);
        },
        abort: (_, reason, how) => {
          isAborting = true;
          return life.abort(reason, how);
        },
      };
    }),
  },
  {
    fault: 'a good end fires the signal',
    caughtBy: 'a lifetime that ends without an abort never fires the signal (request made by hand)',
    factories: living(() => ({ end: (life) => life.abort('ended') })),
  },
  {
    fault: 'abort forgets its reason',
    caughtBy: 'abort fires the signal with its reason, before the cleanups (request made by hand)',
    factories: living(() => ({ abort: (life) => life.abort(new Error('aborted')) })),
  },
  {
    fault: 'abort runs no cleanup',
    caughtBy: 'a cleanup runs once, however often the lifetime is ended (request made by hand)',
    factories: living(() => {
      let aborted = false;
      return {
        onEnd: (life, cleanup) => {
          life.onEnd((end) => (aborted ? undefined : cleanup(end)));
        },
        abort: (life, reason) => {
          aborted = true;
          return life.abort(reason);
        },
      };
    }),
  },
  {
    fault: 'ended never becomes true',
    caughtBy: 'ended is true after the end of a lifetime, and not before (request made by hand)',
    factories: living(() => ({ ended: () => false })),
  },
  {
    fault: 'each question makes a signal',
    caughtBy: 'the signal is always the same (request from a source)',
    factories: living(() => ({ signal: () => new AbortController().signal })),
  },
  {
    fault: 'cleanups do not receive the facts of the end',
    caughtBy:
      'a cleanup receives how the lifetime ended, including a late one (request made by hand)',
    factories: living(() => ({ end: (life) => life.end() })),
  },
  {
    fault: 'facts of an end that are not given are undefined',
    caughtBy: 'the facts of an end default to null, 0 and null (request from a source)',
    factories: living(() => ({
      onEnd: (life, cleanup) => {
        life.onEnd(() => cleanup({} as RequestEnd));
      },
    })),
  },
  {
    fault: 'each cleanup receives the time at which it runs',
    caughtBy:
      'every cleanup receives when the lifetime ended, not when others had run (request made by hand)',
    factories: living(() => ({
      onEnd: (life, cleanup) => {
        life.onEnd((end) => cleanup({ ...end, time: performance.now() }));
      },
    })),
  },
  {
    fault: 'abort forgets what was sent',
    caughtBy: 'an abort ends with its reason as the error (request made by hand)',
    factories: living(() => ({ abort: (life, reason) => life.abort(reason) })),
  },
  {
    fault: 'values are kept in an ordinary object',
    caughtBy:
      'values are found by their key, and the last one that was set wins (request made by hand)',
    factories: living(() => {
      const values: Record<string, never> = {};
      return {
        getValue: (_: Life, key: string) => values[key],
        setValue: (_: Life, key: string, value: unknown) => {
          values[key] = value as never;
        },
      };
    }),
  },
  {
    fault: 'the end forgets the values',
    caughtBy: 'values can be read by cleanups after the end (request from a source)',
    factories: living(() => ({
      getValue: valueUntilTheEnd,
    })),
  },
  {
    fault: 'closing ends the lifetime',
    caughtBy:
      'closing fires with its reason when the server begins to close, once (request made by hand)',
    factories: living(() => ({
      beginClosing: (life, reason) => {
        life.beginClosing(reason);
        void life.abort(reason);
      },
    })),
  },
  {
    fault: 'an abort fires closing',
    caughtBy: 'closing does not fire because of an end, nor after it (request from a source)',
    factories: living(() => ({
      abort: (life, reason) => {
        life.beginClosing(reason);
        return life.abort(reason);
      },
    })),
  },
  {
    fault: 'a late cleanup never runs',
    caughtBy:
      'a cleanup that is registered after the end runs immediately, once (request from a source)',
    factories: living(() => ({
      onEnd: (life, cleanup) => {
        if (!life.ended) life.onEnd(cleanup);
      },
    })),
  },
];

/** They fail the test under Jest before the case can, because Jest receives the report. */
export const unhandledRejections: readonly Mutant[] = [
  {
    fault: 'the rejection of a late cleanup is left unhandled',
    caughtBy: 'an error that a late cleanup rejects with is ignored (request from a source)',
    factories: living(() => ({
      onEnd: (life, cleanup) => {
        if (life.ended) void cleanup(NO_FACTS);
        else life.onEnd(cleanup);
      },
    })),
  },
  {
    fault: 'the exception of a late cleanup is an unhandled rejection',
    caughtBy: 'an error that a late cleanup throws reaches the caller (request from a source)',
    factories: living(() => ({
      onEnd: (life, cleanup) => {
        if (life.ended) void Promise.resolve(NO_FACTS).then(cleanup);
        else life.onEnd(cleanup);
      },
    })),
  },
];

/** An implementation whose lifetimes have a fault. */
function living(faults: (life: Life) => Faults<Life>): HttpFactoriesInterface {
  const made = (request: ServerRequestInterface) => {
    const life = request.getLifetime();
    const faulty = broken(life, faults(life));
    return broken(request, { getLifetime: () => faulty });
  };
  return {
    ...plain,
    createServerRequest: (...args) => made(plain.createServerRequest(...args)),
    createServerRequestFromSource: (source) => made(plain.createServerRequestFromSource(source)),
  };
}
