/** A fenced block of a fix guide that says it is evidence, its fences included. */
const EVIDENCE = /^( *)```text\n *BEGIN (evidence-[0-9a-f]{12}-\d+)\n([\s\S]*?)\n *END \2\n *```$/gm;

/** What stands in a guide's evidence blocks, from BEGIN to END. */
export function evidenceBlocksOf(guide: string): string[] {
  return [...guide.matchAll(EVIDENCE)].map(([, , label, body]) => `BEGIN ${label}\n${body}\nEND ${label}`);
}

/** A guide without what stands in its evidence blocks. */
export function outsideEvidence(guide: string): string {
  return guide.replace(EVIDENCE, '$1(evidence)');
}
