import type { VisitClass } from '../../../store/database.ts';

/** Who visits hosted files, in the plural. */
export const VISITORS: Readonly<Record<VisitClass, string>> = {
  ai_bot: 'AI crawlers',
  ai_referral: 'People sent by AI',
  human: 'People',
  traditional_bot: 'Other programs',
};
