/** URLs that are looked at. */
const MAX_URLS = 1_500;
/** A longer URL is no page that a person would name. */
const MAX_URL = 1_000;
/**
 * Rules times characters of the URLs that are held against them: one to three seconds for the worst of both. 3,000 rules and
 * 1,500 URLs of 60 characters stay below it.
 */
const MAX_WORK = 300_000_000;

/**
 * How many URLs of a site are held against its robots.txt, which may have very many rules: counted and not timed, so that the
 * same site gives the same audit.
 */
export class RobotsBudget {
  readonly #rules: number;
  #urls = 0;
  #work = 0;

  /** @param rules that apply to a URL, at most */
  constructor(rules: number) {
    this.#rules = rules;
  }

  /** Whether one more may be; it is counted then. */
  takes(url: string): boolean {
    const work = this.#work + url.length * this.#rules;
    if (url.length > MAX_URL || this.#urls >= MAX_URLS || work > MAX_WORK) return false;
    this.#urls += 1;
    this.#work = work;
    return true;
  }
}
