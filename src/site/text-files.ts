import { availability, type Exchange } from '../fetch/exchange.ts';
import { looksLikeHtml } from './html-shape.ts';
import { type LlmsTxt, parseLlmsTxt } from './llms-txt/llms-txt.ts';
import { parseRobotsTxt, type RobotsTxt } from './robots/robots-txt.ts';

/**
 * Whether a page was answered where a text file was asked for. Its shape decides: a media type of text/html on plain
 * rules is only a mistaken label.
 */
export function isPageInstead(exchange: Exchange): boolean {
  return availability(exchange) === 'present' && looksLikeHtml(exchange.body ?? '');
}

/** The text file that was answered with 2xx; null when there is none, or a page in its place. */
export function textFileOf(exchange: Exchange): string | null {
  return availability(exchange) === 'present' && !isPageInstead(exchange) ? (exchange.body ?? '') : null;
}

// Gathering reads both files to know what to ask for, and judging reads them again: remembered, as pages are.
const rulesOfExchange = new WeakMap<Exchange, RobotsTxt>();
const llmsTxtOfExchange = new WeakMap<Exchange, LlmsTxt | null>();

/** The rules in force: of the robots.txt that was answered, or none. */
export function robotsRulesOf(exchange: Exchange): RobotsTxt {
  const known = rulesOfExchange.get(exchange);
  if (known !== undefined) return known;
  const rules = parseRobotsTxt(textFileOf(exchange) ?? '');
  rulesOfExchange.set(exchange, rules);
  return rules;
}

/** The llms.txt that was answered; null when there is none. */
export function llmsTxtOf(exchange: Exchange): LlmsTxt | null {
  const known = llmsTxtOfExchange.get(exchange);
  if (known !== undefined) return known;
  const text = textFileOf(exchange);
  const file = text === null ? null : parseLlmsTxt(text, exchange.finalUrl);
  llmsTxtOfExchange.set(exchange, file);
  return file;
}
