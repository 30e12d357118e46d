import { options, or } from '@mortise/base/options';
import type { XmlOptions } from '../contract.js';
import { limit } from '../limit-rule.js';

/** The options of the XML parsers. */
export const declaredXml = options<XmlOptions>()('parseXml', { maxDepth: or(limit, 64) });
