import type { AuditStanding } from '../../../service/audits/audit-progress.ts';
import type { Service } from '../../../service/service.ts';

/** Where an audit stands now; undefined when it waits and runs no more. @throws ServiceError `audit_not_found` */
export async function standingOf(service: Service, id: string): Promise<AuditStanding | undefined> {
  const watching = new AbortController();
  const { progress } = await service.watchAudit(id, watching.signal);
  const { value } = await progress.next();
  watching.abort();
  await progress.return();
  return value === undefined || 'audit' in value ? undefined : value;
}
