/** A Lua script that uses one key, with the SHA-1 of its text for `EVALSHA`. */
export interface Script {
  readonly text: string;
  readonly sha: string;
}

/**
 * ARGV: expected version (`''` if the key must be absent), new version and value, time to live. Returns 1 if it wrote.
 */
export const COMPARE_AND_SET: Script = {
  text: `if redis.call('GETRANGE', KEYS[1], 0, 11) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`,
  sha: '017f87a244d0559b079b89267cd618ba9cf50b70',
};

/** ARGV: expected version. Returns 1 if it deleted. */
export const COMPARE_AND_DELETE: Script = {
  text: `if redis.call('GETRANGE', KEYS[1], 0, 11) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`,
  sha: 'ad2a66b5aaef3337187243de43ee36e0db85f326',
};

/** ARGV: amount to add, time to live. Returns the count and the milliseconds until it expires. */
export const INCREMENT: Script = {
  text: `local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  if tonumber(ARGV[1]) <= 0 then return {0, tonumber(ARGV[2])} end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return {tonumber(ARGV[1]), tonumber(ARGV[2])}
end
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
if count < 0 then count = redis.call('INCRBY', KEYS[1], -count) end
return {count, left}`,
  sha: 'e24ce94d76f6e34a5b5f25e513f878ccc737e7f3',
};
