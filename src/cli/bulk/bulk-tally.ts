import { RUBRIC_VERSION } from '../../audit/rubric.ts';
import type { BulkResult } from '../../server/audits/bulk-result.ts';
import { EXIT } from '../exit.ts';

type TalliedResult = Pick<BulkResult, 'status' | 'aeo_score' | 'rubric_version'>;

/** Counts the results of a list, those of earlier runs among them. */
export class BulkTally {
  readonly #counts = { done: 0, failed: 0, refused: 0 };
  readonly #threshold: number;
  #hasLower = false;
  /** Results of other versions of the rubric. */
  #ofOtherRubrics = 0;

  /** @param threshold lowest score that is not a failure */
  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  add({ status, aeo_score: score, rubric_version: version }: TalliedResult): void {
    this.#counts[status] += 1;
    if (version !== null && version !== RUBRIC_VERSION) this.#ofOtherRubrics += 1;
    if (score !== null && score < this.#threshold) this.#hasLower = true;
  }

  /** Returns the exit status. A score below the threshold outweighs failed audits. @param isWhole the whole list was audited */
  exitStatus(isWhole: boolean): number {
    if (this.#hasLower) return EXIT.belowThreshold;
    const { failed, refused } = this.#counts;
    return isWhole && failed + refused === 0 ? EXIT.fine : EXIT.couldNotAudit;
  }

  /** Returns a summary in one line. @param before results of earlier runs; null without a file */
  describe({
    total,
    before,
    duplicates,
  }: {
    total: number;
    before: { file: string; results: number } | null;
    duplicates: number;
  }): string {
    const { done, failed, refused } = this.#counts;
    const sentences = [
      `${total === 1 ? '1 domain' : `${total} domains`}: ${done} audited, ${failed} could not be read, ${refused} refused.`,
    ];
    if (before !== null && before.results > 0)
      sentences.push(`Skipped ${before.results} that were already in ${before.file}.`);
    if (this.#ofOtherRubrics > 0)
      sentences.push(
        `${this.#ofOtherRubrics} of them used another version of the rubric than ${RUBRIC_VERSION}. Their scores cannot be compared with new ones.`,
      );
    if (duplicates > 0) sentences.push(`${duplicates === 1 ? '1 line' : `${duplicates} lines`} repeated a domain.`);
    return sentences.join(' ');
  }
}
