import { CORE_SEARCH_TOKENS } from '../../crawlers/registry.ts';
import { OWN_TOKEN } from '../gather/user-agents.ts';
import { urlHash } from '../page/page-url.ts';
import type { RobotsTxt } from '../robots/robots-txt.ts';
import { compareText, type FoundUrl } from './known-pages.ts';
import type { RobotsVerdict } from './site-inventory.ts';

/** Product tokens of the verdicts of an inventory. */
export const VERDICT_TOKENS: readonly string[] = [OWN_TOKEN, ...CORE_SEARCH_TOKENS];

/**
 * Limit on the comparisons of rules with URLs: one to three seconds in the worst case. 200 rules with wildcards and 50,000 URLs are
 * below it. Rules without wildcards take no comparison, however many they are.
 */
const MAX_COMPARISONS = 10_000_000;
/** Characters of a rule with wildcards, and of a URL, that take as long as a comparison. */
const CHARACTERS = 100;

type Undecided = { robots: FoundUrl['robots']; readonly url: string };

/**
 * Decides which crawlers may fetch each URL. The work is bounded: beyond the bound URLs stay undecided, those with the greatest
 * hashes, whatever the order in which they were found.
 */
export class RobotsVerdicts {
  readonly tokens = VERDICT_TOKENS;
  readonly verdicts: (readonly RobotsVerdict[])[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #robots: RobotsTxt;
  /** Tokens with the same rules are decided once. */
  readonly #groups: readonly {
    readonly token: string;
    readonly isStrict: boolean;
    readonly places: readonly number[];
  }[];
  /** Comparisons of a URL with all rules, and what each character of the URL adds. */
  readonly #workOfRules: number;
  readonly #workOfCharacter: number;
  #work = 0;

  constructor(robots: RobotsTxt) {
    this.#robots = robots;
    const tokens = VERDICT_TOKENS.map((token, place) => {
      // Only Google is known to read misspelt fields, and our own crawler heeds them.
      const isStrict = robots.lenientLines.length > 0 && token !== 'Googlebot' && token !== OWN_TOKEN;
      return { token, place, isStrict, rules: robots.groupFor(token)?.rules ?? [] };
    });
    this.#groups = [
      // Tokens with the same rules may differ once misspelt lines are left out.
      ...Map.groupBy(tokens, ({ token, rules, isStrict }) =>
        isStrict ? token : rules.map(({ line }) => line).join(),
      ).values(),
    ].map((group) => ({
      token: group[0]?.token ?? OWN_TOKEN,
      isStrict: group[0]?.isStrict ?? false,
      places: group.map(({ place }) => place),
    }));
    const rules = this.#groups.flatMap(({ token }) => robots.groupFor(token)?.rules ?? []);
    const wildcards = rules.filter(({ pattern }) => /[*$?]/.test(pattern));
    const characters = wildcards.reduce((sum, { pattern }) => sum + pattern.length, 0);
    this.#workOfRules = 1 + wildcards.length + characters / CHARACTERS;
    this.#workOfCharacter = (1 + wildcards.length) / CHARACTERS;
  }

  /** Decides on URLs that are undecided, in the order of their hashes. */
  decide(urls: readonly Undecided[]): void {
    const ordered = urls
      .map((one) => ({ one, hash: urlHash(one.url) }))
      .sort((a, b) => a.hash - b.hash || compareText(a.one.url, b.one.url));
    for (const { one } of ordered) {
      this.#work += this.#workOfRules + this.#workOfCharacter * one.url.length;
      if (this.#work > MAX_COMPARISONS) return;
      one.robots = this.#findIndex(one.url);
    }
  }

  #findIndex(url: string): number {
    const verdicts: RobotsVerdict[] = [];
    for (const { token, isStrict, places } of this.#groups) {
      const { allowed, rule } = isStrict ? this.#robots.decideStrictly(token, url) : this.#robots.decide(token, url);
      for (const place of places) verdicts[place] = { isAllowed: allowed, line: rule?.line ?? null };
    }
    const key = verdicts.map(({ isAllowed, line }) => `${isAllowed ? '' : '!'}${line ?? ''}`).join();
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.#indexes.set(key, this.verdicts.push(verdicts) - 1);
    return this.verdicts.length - 1;
  }
}
