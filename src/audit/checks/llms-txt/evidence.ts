import type { GradedEvidence } from '../../check.ts';
import { LLMS_TXT } from '../../evidence-sources.ts';

/** Evidence that each question matters to answer engines. None of it proves a cause. */
export const evidence = {
  harmless: {
    grade: 'D',
    says: 'A convention, useful to coding agents that are pointed at the file. No answer engine documents that it reads it, and sites that have one were cited as often as similar sites without.',
    figure: '11.8 % cited with the file, 11.6 % without, in 240 matched pairs of sites',
    sources: [LLMS_TXT, { title: 'MaxAEO: does llms.txt work?', url: 'https://maxaeo.ai/blog/does-llms-txt-work/' }],
  },
  format: {
    grade: 'D',
    says: 'The convention defines the format, and its reference parser rejects other lines.',
    figure: null,
    sources: [LLMS_TXT],
  },
  links: {
    grade: 'D',
    says: 'The file is a list of links. Nobody has measured what a dead one costs.',
    figure: null,
    sources: [LLMS_TXT],
  },
} as const satisfies Readonly<Record<string, GradedEvidence>>;
