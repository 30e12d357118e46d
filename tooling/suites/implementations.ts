import { factories as lazy } from '@mortise/message/node';
import { factories as plain } from '@mortise/message-plain/node';
import type { AppOptions } from 'mortise';

/** Both implementations of the messages. */
export const implementations: readonly (readonly [string, NonNullable<AppOptions['factories']>])[] =
  [
    ['@mortise/message', lazy],
    ['@mortise/message-plain', plain],
  ];
