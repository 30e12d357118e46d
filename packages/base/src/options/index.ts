export type { Complete, Omittable } from './complete.js';
export { ensureNone } from './ensure-none.js';
export { merged } from './merged.js';
export { OptionError } from './option-error.js';
export { type Checked, type Options, options, type RulesOf } from './options.js';
export {
  accepted,
  afterRequest,
  boolean,
  callable,
  choice,
  decision,
  ensure,
  integer,
  list,
  logger,
  LONGEST_TIMER,
  membersOf,
  methods,
  nested,
  object,
  observer,
  optional,
  or,
  clock,
  randomSource,
  type ReadRule,
  type Rule,
  rule,
  type RuleWithDefault,
  synchronous,
  text,
} from './rules.js';
