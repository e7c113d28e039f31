import type { Env } from '../values/config.ts';
import { type ProcessOptions, type Role, runService } from './service-process.ts';

const WORKER: Role = {
  serves: 'health',
  admit: (config) => {
    if (config.DATABASE_URL === undefined)
      return 'The worker requires DATABASE_URL. Only citable serve can use the embedded database, in one process.';
    // Hosted texts, which it renews, contain the URL of the processes that serve them.
    if (config.BASE_URL === undefined) return 'The worker requires BASE_URL, the public URL of the service.';
    return { ...config, RUN_AUDITS: 'on' };
  },
  greeting: 'Citable is running audits. Health and metrics are served on',
  conclude: async () => undefined,
};

/**
 * Runs `citable worker`: runs audits and schedules beside `citable serve`, until SIGTERM or SIGINT. It serves only its health and
 * metrics.
 *
 * @returns the exit status
 */
export function worker(env: Env = process.env, options: ProcessOptions = {}): Promise<number> {
  return runService(env, WORKER, options);
}
