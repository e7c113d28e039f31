import { availability, type Exchange } from '../../../fetch/exchange.ts';
import type { LlmsTxt, LlmsTxtProblem } from '../../../site/llms-txt/llms-txt.ts';
import { isDefaultTitle, isLeftover } from '../../../site/page/template-defaults.ts';
import { mediaType } from '../../../site/read-response.ts';
import {
  type CheckResult,
  check,
  compareShares,
  full,
  HALF,
  isFull,
  lost,
  meanShare,
  NONE,
  notApplicable,
  type Observation,
  type QuestionResult,
} from '../../check.ts';
import { fixAt } from '../../fixes/fix.ts';
import { proofAt } from '../../fixes/proof-commands.ts';
import { wrongBaseOfUrls } from '../../fixes/wrong-base.ts';
import { are, asClause, count, list, place, texts } from '../../formatting.ts';
import { describeResponse, guardNotes, observe } from '../../observe.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { type JudgedLinks, judgeLinks, readLlms } from './llms-reading.ts';
import { definition, type QuestionId } from './llms-txt-definition.ts';

/** The convention wants a file "small enough" to be read at once; beyond this it is mentioned. */
const LARGE_BYTES = 100 * 1024;

/** Maximum number of faulty lines that a report names. */
const MAX_NAMED_LINES = 100;

type Needed = Pick<SiteFacts, 'llms' | 'origin' | 'home' | 'samplePages' | 'softNotFound' | 'robots'>;

const HONEST =
  'No answer engine documents reading llms.txt; its only demonstrated use is by coding agents that are given its address.';

export const llmsTxt = check({
  ...definition,
  run: (site: Needed): CheckResult<QuestionId> => {
    const reading = readLlms(site);
    switch (reading.outcome) {
      case 'file':
        return ofFile(site, reading.file);
      case 'absent':
        return ofAbsent(site);
      case 'unusable':
        return unusable(site, reading.note, reading.what);
      case 'unknown':
        return notJudged(`It is unknown whether there is one: ${asClause(reading.why)}.`);
    }
  },
});

function ofFile(site: Needed, file: LlmsTxt): CheckResult<QuestionId> {
  const { llms, origin } = site;
  const { exchange } = llms;
  const links = judgeLinks(llms.links);
  const format = formatResult(file, exchange);
  const working = linksResult(file, links, site);
  const results = {
    harmless: full(
      observe(exchange, { note: `Text with ${count(file.links.length, 'Markdown link')}, and no HTML page.` }),
    ),
    format: both(format, working),
  };
  const mostlyDead = links.dead.length * 2 > links.counted;
  const faults = texts(
    file.title === null && (file.hasTitleSomewhere ? 'its H1 is not the first thing in it' : 'it has no H1'),
    file.problems.length > 0 &&
      `${count(file.problems.length, 'line')} would fail a strict parser, the first is line ${file.problems[0]?.line}`,
    file.links.length > 0 &&
      working.fix !== null &&
      `${ofSample(links.dead.length, links)} ${are(links.dead.length)} dead`,
  );
  const sections = count(file.sections.length, 'section');
  const has =
    file.links.length > 0
      ? `${count(file.links.length, 'link')} in ${sections}`
      : `${file.sections.length === 0 ? '' : `${sections} and `}no Markdown link`;
  const size = `${place(exchange.finalUrl, origin)} has ${has}`;
  const details =
    file.links.length === 0
      ? `${[size, ...faults].join('; ')}. ${HONEST}`
      : faults.length === 0
        ? `${size} and is well formed${links.counted === 0 ? '' : `; ${ofSample(links.counted - links.dead.length, links)} work`}. ${HONEST}`
        : `${size}, but ${list(faults)}. ${HONEST}`;
  return {
    results,
    failure: mostlyDead ? `${ofSample(links.dead.length, links)} in llms.txt are dead.` : null,
    details,
    notes: notesOn(site, links.notCounted),
  };
}

const PROBLEM_NOTES: Record<LlmsTxtProblem['kind'], string> = {
  text_in_section: 'Text under an H2 that is not a link item.',
  star_bullet: 'A list item marked with something else than "-".',
  bare_url: 'A bare URL where a Markdown link is expected.',
  other_heading: 'A second H1, or a heading below H2.',
  nested_item: 'A list inside a list.',
};

/** Joins what the format and the links earn, half each. The fix says both, that of the larger loss first. */
function both(format: QuestionResult, links: QuestionResult): QuestionResult {
  const judged = [links, format].filter((result) => result.notApplicable === null);
  const losing = judged.filter((result) => !isFull(result)).sort((a, b) => compareShares(b.share, a.share));
  const [worst] = losing;
  if (worst === undefined || worst.fix === null) return full(...judged.flatMap(({ observed }) => observed));
  const instruction = losing.flatMap(({ fix }) => fix?.instruction ?? []).join(' ');
  return {
    ...worst,
    share: meanShare(judged.map(({ share }) => share)),
    observed: losing.flatMap(({ observed }) => observed),
    fix: { ...worst.fix, instruction },
  };
}

/** Half for the H1, half for sections that a strict reader can read. */
function formatResult(file: LlmsTxt, exchange: Exchange): QuestionResult {
  const { title: h1, problems, sections } = file;
  const title = h1 === null || isLeftover(h1.text) || isDefaultTitle(h1.text) ? null : h1;
  const titleSeen = (note: string) => observe(exchange, { note, line: h1?.line, text: h1?.text });
  if (title !== null && problems.length === 0) {
    return full(titleSeen(`The H1, then ${count(sections.length, 'section')} of link items only.`));
  }
  const noTitle =
    h1 !== null
      ? 'The H1 is what a template has in place of a name.'
      : file.hasTitleSomewhere
        ? 'There is an H1, but something else stands before it.'
        : 'There is no H1.';
  const observed: Observation[] = [
    ...(title === null ? [titleSeen(noTitle)] : []),
    ...problems
      .slice(0, MAX_NAMED_LINES)
      .map(({ kind, line, text }) => observe(exchange, { note: PROBLEM_NOTES[kind], line, text })),
  ];
  const fix = fixAt(
    'static_file',
    `${title === null ? 'Make the first line of llms.txt an H1: "# " and the name of the site or project, as its owner writes it. ' : ''}Under each H2, keep only link items with "-" bullets, one link per line. Move prose above the first H2, and turn deeper headings into H2 sections.`,
  );
  return lost(title === null && problems.length > 0 ? NONE : HALF, observed, fix);
}

function ofSample(part: number, { counted }: JudgedLinks): string {
  return `${part} of ${counted} sampled links`;
}

function linksResult(file: LlmsTxt, links: JudgedLinks, site: Needed): QuestionResult {
  const { home, samplePages, origin } = site;
  const { exchange } = site.llms;
  const { counted, dead } = links;
  if (file.links.length === 0) return withoutLinks(exchange, origin);
  if (counted === 0) return notApplicable('No link of it could be judged.');
  if (dead.length * 10 <= counted) {
    return full(observe(exchange, { note: `${ofSample(counted - dead.length, links)} work.` }));
  }
  // By the address that the file has, wherever it is redirected to.
  const observed = dead.map((link) =>
    observe({ finalUrl: link.url, status: link.status }, { note: describeResponse(link) }),
  );
  const fix = fixAt('static_file', 'Correct the dead links to where the pages are now, or remove them.', {
    cause: wrongBaseOfUrls(dead, [home, ...samplePages], origin),
  });
  const problem = `${dead.length} of ${count(counted, 'sampled link')} in llms.txt ${are(dead.length)} dead.`;
  return lost(NONE, observed, fix, problem);
}

function withoutLinks(exchange: Exchange, origin: string): QuestionResult {
  const fix = fixAt(
    'static_file',
    'List the most important pages first, each as a Markdown link with its title. Link only pages that exist. The command citable llms-txt makes such a list.',
    {
      snippet: 'llms_txt',
      proof: proofAt(exchange.url, origin, {
        filter: " | grep -cE '\\[[^]]+\\]\\([^)]+\\)'",
        expect: 'a number of 1 or more',
      }),
    },
  );
  const observed = [observe(exchange, { note: 'It has no Markdown link.' })];
  return lost(NONE, observed, fix, 'llms.txt has no Markdown links.');
}

function notesOn({ llms, robots }: Needed, notCounted: number): string[] {
  const { exchange, file } = llms;
  return texts(
    file?.summary === null && 'There is no blockquote summary after the H1; the format lets it be left out.',
    exchange.bytes.decoded > LARGE_BYTES &&
      `The file has ${count(exchange.bytes.decoded, 'byte')}; the convention means it to fit into a reader’s context.`,
    mediaType(exchange) === 'text/html' &&
      'The file is sent as text/html, which says that it is a web page. Send it as text/plain or text/markdown.',
    !robots.file.isAllowed('*', exchange.url) && 'robots.txt disallows /llms.txt for crawlers in general.',
    notCounted > 0 && `${count(notCounted, 'sampled link')} could not be judged from here.`,
    ...guardNotes(llms.links),
  );
}

function ofAbsent(site: Needed): CheckResult<QuestionId> {
  const { exchange } = site.llms;
  const isPage = availability(exchange) === 'present';
  const seen = observe(exchange, {
    note: isPage ? 'The site serves a page there instead.' : 'There is no such file.',
  });
  const fix = fixAt(
    'static_file',
    'Optional. If coding agents should use this site, write an llms.txt with an H1, one or two sentences, and sections of links to pages that exist. The command citable llms-txt makes one to start from. No file is better than a placeholder.',
    {
      snippet: 'llms_txt',
      askFirst: true,
      ask: 'Should the site have an llms.txt? It is optional: no answer engine documents reading it, but coding agents may be pointed at it.',
      proof: proofAt(exchange.url, site.origin, {
        options: '-sfL',
        filter: " | grep -cE '^# |^- \\[[^]]+\\]\\(https?://'",
        expect: 'a number of 2 or more: the H1 and the links',
      }),
    },
  );
  const absent = lost(NONE, [seen], fix, 'There is no llms.txt (it is optional).');
  return {
    results: { harmless: full(seen), format: absent },
    details: `There is no llms.txt (${isPage ? 'the site serves a page there instead' : `/llms.txt returns ${exchange.status}`}). The file is optional: no answer engine documents reading it, and its only demonstrated use is by coding agents.`,
  };
}

/** The file at /llms.txt is not an llms.txt: it earns nothing, where an absent file would earn half. */
function unusable(site: Needed, note: string, what: string): CheckResult<QuestionId> {
  const { exchange } = site.llms;
  const fix = fixAt(
    exchange.status !== null && exchange.status < 500 ? 'static_file' : 'server_access',
    'Serve an llms.txt in Markdown, with an H1 and links to pages that exist, or return 404: absent is better than broken.',
    {
      snippet: 'llms_txt',
      proof: proofAt(exchange.url, site.origin, {
        options: "-sL -w '\\n%{http_code}\\n'",
        expect: 'Markdown that begins with "# " and then 200, or 404',
      }),
    },
  );
  const result = lost(NONE, [observe(exchange, { note })], fix, `/llms.txt ${what}.`);
  const unread: QuestionResult = { ...result, awaits: 'llms_txt' };
  return {
    results: { harmless: result, format: unread },
    failure: `/llms.txt ${what}.`,
    details: `/llms.txt ${what}, so readers of the format cannot use it. That costs more points than a missing file. ${HONEST}`,
  };
}

function notJudged(why: string): CheckResult<QuestionId> {
  const result = notApplicable(why);
  return {
    results: { harmless: result, format: result },
    details: `llms.txt could not be judged. ${why}`,
  };
}
