/**
 * Citable as a library: audit a site without the server.
 *
 *     const parsed = parseDomainName('example.com');
 *     if (!parsed.ok) throw new Error(parsed.problem);
 *     const { report, site } = await auditSite(parsed.domain);
 */

export type { Observation, QuestionResult, Share } from './audit/check.ts';
export type { Fix } from './audit/fixes/fix.ts';
export { judge } from './audit/judge.ts';
export type { AuditFailure, Finding, Gate, JudgedQuestion, Report, Severity } from './audit/report/report.ts';
export { RUBRIC_VERSION } from './audit/rubric.ts';
export { type Classification, classifyVisit, type VisitRequest } from './crawlers/classify.ts';
export { type AuditedSite, type AuditSiteOptions, auditSite } from './engine/audit-site.ts';
export { type ConnectToRule, type ParsedConnectTo, parseConnectTo } from './fetch/connect-to.ts';
export { type Egress, type EgressSettings, type ReadEgress, readEgress } from './fetch/egress/egress.ts';
export type { Exchange, FetchFailure } from './fetch/exchange.ts';
export { parseRobotsTxt, type RobotsTxt } from './site/robots/robots-txt.ts';
export type { Site } from './site/site.ts';
export { type DomainName, type ParsedDomainName, parseDomainName } from './values/domain-name.ts';
