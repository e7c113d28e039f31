import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server';
import { CHECKS, maxPointsFor, RUBRIC_VERSION } from '../audit/rubric.ts';
import { checkPage } from '../documents/check-markdown.ts';
import { listTasks } from '../documents/tasks.ts';
import { type AuditRecord, type McpBackend, ToolRefusal } from './backend.ts';
import { problemLine } from './problems.ts';
import { paragraphs } from './site-data.ts';
import { summarizeAudit } from './tools/audit-site-tool.ts';

const MARKDOWN = 'text/markdown';

/** Registers the resources: the rubric, its checks, and audits. */
export function registerResources(server: McpServer, backend: McpBackend): void {
  server.registerResource(
    'rubric',
    'citable://rubric',
    {
      title: 'The rubric',
      description: 'Every question that an audit asks, with its points. citable://rubric/{check} explains one check.',
      mimeType: MARKDOWN,
    },
    ({ href }) => markdown(href, rubricText()),
  );
  server.registerResource(
    'check',
    new ResourceTemplate('citable://rubric/{check}', {
      list: undefined,
      complete: { check: (typed) => CHECKS.map(({ key }) => key).filter((key) => key.startsWith(typed)) },
    }),
    { title: 'A check of the rubric', description: 'Its questions, reasons and sources.', mimeType: MARKDOWN },
    ({ href }, { check: key }) => {
      const check = CHECKS.find((one) => one.key === key);
      if (check === undefined) throw notFound(`The checks are ${CHECKS.map((one) => one.key).join(', ')}.`);
      return markdown(href, checkPage(check));
    },
  );
  server.registerResource(
    'latest_audit',
    'citable://audits/latest',
    { title: 'The last report', description: 'The newest audit: its score and all its problems.', mimeType: MARKDOWN },
    async ({ href }, context) => {
      const record = await backend.newest({ request: context.http?.authInfo });
      if (record === null) throw notFound('There is no audit yet: call audit_site first.');
      return markdown(href, auditText(record));
    },
  );
  server.registerResource(
    'audit',
    new ResourceTemplate('citable://audits/{audit_id}', { list: undefined }),
    { title: 'A report', description: 'An audit: its score and all its problems.', mimeType: MARKDOWN },
    async ({ href }, { audit_id }) => markdown(href, auditText(await found(backend, String(audit_id)))),
  );
}

/** Finds an audit. @throws ProtocolError when there is none */
async function found(backend: McpBackend, id: string): Promise<AuditRecord> {
  try {
    return await backend.find(id);
  } catch (error) {
    throw error instanceof ToolRefusal ? notFound(error.message) : error;
  }
}

function notFound(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function markdown(uri: string, text: string) {
  return { contents: [{ uri, mimeType: MARKDOWN, text }] };
}

function rubricText(): string {
  return paragraphs(
    `# The rubric, version ${RUBRIC_VERSION}`,
    ...CHECKS.map((check) =>
      paragraphs(
        `## ${check.key}: ${check.label} (${maxPointsFor(check)} of 100 points)`,
        Object.entries(check.questions)
          .map(([id, { ask, weight }]) => `- \`${check.key}.${id}\` (${weight}): ${ask}`)
          .join('\n'),
      ),
    ),
  );
}

function auditText(record: AuditRecord): string {
  const tasks = listTasks(record.report);
  return paragraphs(
    `# Audit of ${record.report.domain}`,
    summarizeAudit(record, 0).text,
    '## Problems, in the order of fixing',
    tasks.length === 0 ? 'None.' : tasks.map(problemLine).join('\n'),
  );
}
