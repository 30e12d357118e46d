/** A Lua script, with the SHA-1 of its text for `EVALSHA`. */
export interface Script {
  readonly text: string;
  readonly sha: string;
}

/**
 * KEYS: stream and message id. ARGV: data, how many to keep, `1` if there is a message id, milliseconds of the history
 * and of the message id, channel. Returns the id of the stream, `''` if the message is not kept.
 */
export const PUBLISH: Script = {
  text: `if ARGV[3] == '1' then
  local known = redis.call('GET', KEYS[2])
  if known then return known end
end
local id, previous = '', ''
if ARGV[2] ~= '0' then
  local tail = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
  if tail[1] then previous = tail[1][1] end
  id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], '*', 'p', previous, 'd', ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
end
redis.call('PUBLISH', ARGV[6], id .. ' ' .. previous .. ' ' .. ARGV[1])
if ARGV[3] == '1' then redis.call('SET', KEYS[2], id, 'PX', ARGV[5]) end
return id`,
  sha: '7e9f92b39b412491e61d863d48570850db8604bf',
};

/** KEYS: stream. Returns the id of its last message, without its data; `''` if there is none. */
export const LAST: Script = {
  text: `local tail = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
return tail[1] and tail[1][1] or ''`,
  sha: 'fc4517cd1a561154fc6b18d33f0262b1914d83e3',
};
