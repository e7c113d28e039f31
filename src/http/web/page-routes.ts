import type { Config } from '../../config.ts';
import type { Service } from '../../service/service.ts';
import type { Instance } from './layout/instance.ts';
import type { Notices } from './notices.ts';

/** Options of every page route. */
export interface PageRoutesOptions {
  readonly service: Service;
  readonly config: Pick<Config, 'BASE_URL' | 'LIVE_AUDITS' | 'REPORTS' | 'ALLOW_PRIVATE_TARGETS'>;
  readonly instance: Instance;
  /** How forms end. */
  readonly notices: Notices;
}
