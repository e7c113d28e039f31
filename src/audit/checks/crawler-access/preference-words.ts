import type { PreferenceForm, UsagePreferences, Use, UseLevel } from '../../../site/robots/usage-preferences.ts';

/** The name of the line and of the header. */
export const NAME: Readonly<Record<PreferenceForm, string>> = {
  'content-signal': 'Content-Signal',
  'content-usage': 'Content-Usage',
};

/** Meaning of each use by the specification of the form. */
const USES: Readonly<Record<PreferenceForm, Readonly<Partial<Record<Use, string>>>>> = {
  'content-signal': {
    search: 'building a search index and showing links with short excerpts (AI summaries are another use)',
    'ai-input': 'giving the content to AI models while they answer',
    'ai-train': 'training or fine-tuning AI models',
  },
  'content-usage': {
    search: 'search that leads people to the page by a link (summaries are another use)',
    'ai-train': 'training AI models that generate content',
  },
};

const LEVELS: Readonly<Record<UseLevel, string>> = {
  immediate: 'use=immediate allows acting on the content at once, and neither storing nor reusing it',
  reference: 'use=reference allows indexing and excerpts with a link back',
  full: 'use=full allows summaries and reproduction',
};

/** Returns a preference in the syntax of its form: `search=yes`. */
export function written(form: PreferenceForm, use: Use, isWanted: boolean): string {
  if (form === 'content-signal') return `${use}=${isWanted ? 'yes' : 'no'}`;
  return `${use === 'ai-train' ? 'train-ai' : use}=${isWanted ? 'y' : 'n'}`;
}

/** Returns what a value allows and refuses, as part of a sentence. */
export function meaning(form: PreferenceForm, { uses, level }: UsagePreferences): string {
  const said = [...uses].map(([use, isWanted]) => {
    return `${written(form, use, isWanted)} ${isWanted ? 'allows' : 'refuses'} ${USES[form][use] ?? use}`;
  });
  const all = level === null ? said : [...said, LEVELS[level]];
  return all.length === 0 ? 'it states no use that its specification knows' : all.join('; ');
}
