/** Matches a fenced evidence block of a fix guide, with its fences. */
const EVIDENCE = /^( *)```text\n *BEGIN (evidence-[0-9a-f]{12}-\d+)\n([\s\S]*?)\n *END \2\n *```$/gm;

/** Returns the content of a guide's evidence blocks, from BEGIN to END. */
export function readEvidenceBlocks(guide: string): string[] {
  return [...guide.matchAll(EVIDENCE)].map(([, , label, body]) => `BEGIN ${label}\n${body}\nEND ${label}`);
}

/** Returns a guide without its evidence. */
export function outsideEvidence(guide: string): string {
  return guide.replace(EVIDENCE, '$1(evidence)');
}
