import type { Env } from '../values/config.ts';
import { type ProcessOptions, type Role, runService, tell } from './service-process.ts';

const SERVE: Role = {
  serves: 'all',
  admit: (config) =>
    config.RUN_AUDITS === 'off' && config.DATABASE_URL === undefined
      ? 'RUN_AUDITS=off requires DATABASE_URL. A worker, which then runs the audits, cannot use the embedded database.'
      : config,
  greeting: 'Citable is serving on',
  conclude: async (service) => {
    const firstKey = await service.keys.createFirst();
    if (firstKey !== null) tell(`The first API key, named default (it is not shown again): ${firstKey}`);
  },
};

/**
 * Runs `citable serve`: serves until SIGTERM or SIGINT, and runs audits unless `RUN_AUDITS` is off.
 *
 * @returns the exit status
 */
export function serve(env: Env = process.env, options: ProcessOptions = {}): Promise<number> {
  return runService(env, SERVE, options);
}
