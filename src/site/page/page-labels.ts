import type { PageFacts } from './page-facts.ts';

/** Returns the first H1 of a page, without the link to itself that documentation tools put at its end. */
export function headingText(page: PageFacts | undefined): string | null {
  const text = page?.headings.find(({ level }) => level === 1)?.text ?? null;
  return text?.replace(/\s*[¶🔗]+$|\s+#$/u, '') ?? null;
}

/** Returns the content of the first meta element with that key that is not blank; null for none. */
export function metaContent(page: PageFacts | undefined, key: string): string | null {
  return page?.metas.find((meta) => meta.key === key && meta.content.trim() !== '')?.content ?? null;
}

/** Trims a text and cuts it; null for a blank one. */
export function cut(text: string | null, length: number): string | null {
  return text?.trim().slice(0, length) || null;
}
