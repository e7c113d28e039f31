import { type DeclaredLanguage, declaredLanguage } from '../../../site/language/declared-language.ts';
import { readLanguageTag } from '../../../site/language/language-tag.ts';
import { pageKey } from '../../../site/page/page-url.ts';
import { HALF, type Share } from '../../check.ts';
import { languagePack } from '../../content/language-packs.ts';
import { choosePack, marksAnotherLanguage, writtenInAnotherLanguage } from '../../content/page-language.ts';
import { observe } from '../../observe.ts';
import type { Page } from '../../site-facts.ts';
import type { LabelFault, LabelResult } from './label-fault.ts';

interface LanguageFault extends LabelFault {
  readonly problem: readonly [one: string, many: string];
  /** Part of the page's share that it earns; default nothing. */
  readonly earns?: Share;
}

const NO_LANG: LanguageFault = {
  note: 'Its html element has no lang.',
  problem: ['does not say its language', 'do not say their language'],
};
const EMPTY_LANG: LanguageFault = { ...NO_LANG, note: 'The lang of its html element is empty.' };
const UNKNOWN = ['has a language tag that does not exist', 'have language tags that do not exist'] as const;

/**
 * Judges the language of a page: all for a lang whose tag is registered (RFC 5646, IANA language subtag registry), half where only a
 * later part of the tag is not, such as its region, or where only a fallback names the language. Nothing where the text is plainly in
 * another language.
 *
 * @param together the language of a page whose text is too short to show it, by the other pages with its lang
 */
export function judgeLanguage(page: Page, together: string | null = null): LabelResult {
  const declared = declaredLanguage(page.exchange, page.facts);
  const fault = declared === null ? NO_LANG : findFault(page, declared, together);
  const note = fault?.note ?? 'Its html element names its language (lang).';
  const where =
    declared === null ? {} : { text: declared.text, line: declared.line, ...(declared.line === null && IN_HEADER) };
  const seen = observe(page.exchange, { note, ...where });
  return { passes: fault === null, fault, seen, ...(fault?.earns && { earns: fault.earns }) };
}

const IN_HEADER = { header: 'content-language' };

/** Returns the tag that a page should have instead of a wrong one, by its text, other pages or its own tag; null when none shows it. */
export function rightTag(page: Page, together: string | null = null): string | null {
  const declared = declaredLanguage(page.exchange, page.facts);
  const tag = declared === null ? null : readLanguageTag(declared.text);
  const written = together ?? writtenLanguage(page);
  if (tag === null) return written;
  if (written === null && writtenInAnotherLanguage({ ...page, language: tag.language }) !== null) return null;
  const meant = tag.fault === null ? (declared?.text ?? null) : tag.meant;
  return written === null || meant?.split('-', 1)[0]?.toLowerCase() === written ? meant : written;
}

/** Returns the language of the text where it is plain; null otherwise. */
function writtenLanguage({ facts }: Page): string | null {
  return choosePack({ language: null, facts })?.language ?? null;
}

/**
 * Returns the language that the hreflang links of a page name for its own address, where it is neither that of its lang nor of its text;
 * null for none, and for languages without a phrase pack.
 */
function versionInOtherLanguage(page: Page, language: string): string | null {
  const own = page.facts.hreflangs.filter(({ url }) => url !== null && pageKey(url) === pageKey(page.url));
  const named = own.flatMap(({ hreflang }) => languagePack(hreflang.toLowerCase().split('-', 1)[0] ?? '') ?? []);
  const declared = languagePack(language);
  const [version] = named;
  if (version === undefined || declared === null || named.includes(declared)) return null;
  return writtenLanguage(page) === declared.language ? null : version.language;
}

function findFault(page: Page, { text, by }: DeclaredLanguage, together: string | null): LanguageFault | null {
  const { language, fault, part, meant } = readLanguageTag(text);
  const right = meant === null ? '' : ` The registered tag is ${meant}.`;
  switch (fault) {
    case 'syntax':
      if (text === '') return EMPTY_LANG;
      return { note: `Its ${by} is not a language tag (RFC 5646).${right}`, problem: UNKNOWN };
    case 'unstated':
      return { note: `Its ${by} says that its language is not known.`, problem: NO_LANG.problem };
    case 'language':
      return {
        note: `Its ${by} names a language that the IANA registry does not have: ${part}.${right}`,
        problem: UNKNOWN,
      };
  }
  const version = language === null ? null : versionInOtherLanguage(page, language);
  const written =
    writtenInAnotherLanguage(page) ?? (together === null ? null : `probably ${together}, as other pages show`);
  const other = written !== null && marksAnotherLanguage(page.exchange.body ?? '', language) ? null : written;
  if (other !== null) {
    return {
      note: `Its ${by} says ${language}, and its text is written in another language (${other}).`,
      problem: ['is written in another language than it says', 'are written in another language than they say'],
      ...(together !== null && { language: together }),
    };
  }
  if (version !== null) {
    return {
      note: `Its ${by} says ${language}, and its hreflang links name ${version} for its own address.`,
      problem: ['says another language than its hreflang links', 'say another language than their hreflang links'],
      language: version,
    };
  }
  if (fault === 'part') {
    return {
      note: `Its ${by} has a part that the IANA registry does not have: ${part}.${right}`,
      problem: [
        'has a language tag with a part that does not exist',
        'have language tags with a part that does not exist',
      ],
      earns: HALF,
    };
  }
  if (by === 'lang' && page.facts.lang?.hasSpace) {
    return {
      note: `Its lang has a space around its tag, which language tags have not (RFC 5646). The registered tag is ${text}.`,
      problem: ['has a language tag with a space', 'have language tags with a space'],
      earns: HALF,
    };
  }
  if (by === 'lang') return null;
  return {
    note: `Its html element has no lang. Only its ${by} names the language, which many readers do not know.`,
    problem: ['names its language only in a fallback', 'name their language only in a fallback'],
    earns: HALF,
  };
}
