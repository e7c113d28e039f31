import type { AgentFinding } from '../audit/agents/agent-findings.ts';
import { list } from '../audit/formatting.ts';
import { readableUrl } from '../values/readable-url.ts';
import { type Terminal, wrap } from './terminal-text.ts';

/** Returns what agents find, for a terminal: what is there with its readers and faults, then what is not. */
export function agentsText(findings: readonly AgentFinding[], { columns, paint }: Terminal): string {
  const named = (state: AgentFinding['state']) =>
    list([...new Set(findings.filter((one) => one.state === state).map(({ name }) => name))], findings.length);
  const [absent, unknown] = [named('absent'), named('unknown')];
  const found = findings.filter(({ state }) => state === 'found');
  return [
    paint('bold', 'What agents find, shown and not scored'),
    ...found.flatMap(({ name, url, says, measured, readBy, source, faults }) => [
      wrap(`${paint('bold', name)}${says === null ? '' : ` “${says}”`}: ${readableUrl(url)}`, columns, '      ', '  '),
      ...(measured === undefined ? [] : [wrap(measured, columns, '      ', '    ')]),
      ...faults.map((fault) => wrap(fault, columns, '        ', '    ! ')),
      paint('dim', wrap(`Read by: ${readBy} ${source}`, columns, '      ', '    ')),
    ]),
    ...(absent === '' ? [] : [wrap(`Not there, which is not a fault: ${absent}.`, columns, '    ', '  ')]),
    ...(unknown === ''
      ? []
      : [wrap(`Not known, because there was no clear response: ${unknown}.`, columns, '    ', '  ')]),
  ].join('\n');
}

/** Returns what agents find, as the command prints it in JSON. */
export function toAgentsJson(findings: readonly AgentFinding[]): readonly object[] {
  return findings.map(({ name, url, state, readBy, source, says, measured, faults }) => ({
    name,
    url,
    state,
    says,
    measured: measured ?? null,
    faults: [...faults],
    read_by: readBy,
    source,
  }));
}
