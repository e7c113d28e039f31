import { readFileSync } from 'node:fs';
import {
  type ApiDocument,
  type ApiOperation,
  commonResponses,
  DEFAULT_DESCRIPTION,
} from '../../src/server/pages/api-operations.ts';
import { describeType, listFields, readMember, type SchemaField } from '../../src/server/pages/schema-fields.ts';
import { LANGUAGES } from './api-calls.ts';
import { type ApiExample, exampleResponses } from './api-examples.ts';
import type { Walk } from './api-recording.ts';

const introduction = readFileSync(new URL('api-introduction.md', import.meta.url), 'utf8').trim();

/** Returns `docs/api.md`: every operation of the OpenAPI document, with the request and the response of a call. */
export function apiPage({ api, recorded }: Walk): string {
  const common = commonResponses(api.operations);
  const examples = exampleResponses(recorded);
  const parts = api.tags.flatMap(({ name, description }) => [
    `## ${name}\n\n${description}`,
    ...examples
      .filter(({ operation }) => operation.tags.includes(name))
      .map((example) => operationPart(example, common)),
  ]);
  return `${[
    introduction.replace('<!-- operations -->', operationsTable(api, examples)),
    `## Errors of all operations\n\n${responsesTable(common)}`,
    ...parts,
    '## Schemas',
    ...Object.entries(api.schemas).map(([name, schema]) => schemaPart(name, schema)),
    '<!-- Made by `npm run docs` from the OpenAPI document and scripts/docs-pages/. -->',
  ].join('\n\n')}\n`;
}

function operationsTable({ tags }: ApiDocument, examples: readonly ApiExample[]): string {
  const rows = tags.flatMap(({ name }) =>
    examples
      .filter(({ operation }) => operation.tags.includes(name))
      .map(
        ({ operation: { method, path, summary } }) => `| \`${method} ${path}\` | [${summary}](#${toAnchor(summary)}) |`,
      ),
  );
  return ['| Request | Operation |', '| --- | --- |', ...rows].join('\n');
}

const KEY_WORDS = {
  none: 'No key is needed.',
  optional: 'A key is optional.',
  needed: 'A key is needed.',
} as const;

function operationPart(example: ApiExample, common: ApiOperation['responses']): string {
  const { operation, request, response } = example;
  const { method, path, summary, description, key, responses } = operation;
  const own = Object.entries(responses).filter(
    ([status, { description: when }]) => common[status]?.description !== when && status !== String(response.status),
  );
  return [
    `### ${summary}`,
    `\`${method} ${path}\`. ${KEY_WORDS[key]}`,
    ...(description === undefined ? [] : [description]),
    ...parametersTable(operation),
    ...Object.entries(LANGUAGES).map(([language, write]) => fenced(language, write(request))),
    responsePart(example),
    ...(own.length === 0 ? [] : [responsesTable(Object.fromEntries(own))]),
  ].join('\n\n');
}

function responsePart({ operation, response, shown }: ApiExample): string {
  const { description = '', content = {} } = operation.responses[String(response.status)] ?? {};
  const types = Object.entries(content).map(([type, { schema }]) => {
    const name = readMember(schema, 'title');
    return typeof name === 'string' ? `\`${type}\` (${schemaLink(name)})` : `\`${type}\``;
  });
  const what = [
    ...(description === DEFAULT_DESCRIPTION ? [] : [description]),
    ...(types.length === 0 ? [] : [types.join(' or ')]),
    ...(response.location === null ? [] : [`\`Location: ${response.location}\``]),
  ];
  const line = `Response ${response.status}${what.length === 0 ? '' : `: ${what.join('. ')}`}`;
  return shown === null ? line : `${line}\n\n${fenced(shown.language, shown.text)}`;
}

function responsesTable(responses: ApiOperation['responses']): string {
  const rows = Object.entries(responses).map(([status, { description }]) => `| ${status} | ${cell(description)} |`);
  return ['| Status | When |', '| --- | --- |', ...rows].join('\n');
}

function parametersTable({ parameters = [], requestBody }: ApiOperation): string[] {
  const rows = [
    ...parameters.map(({ name, in: where, required = false, description, schema }) => {
      const initial = schema.default === undefined ? '' : `; default: ${schema.default}`;
      return row(name, where, required, `${description ?? describeType(schema)}${initial}`);
    }),
    ...listFields(requestBody?.content['application/json']?.schema).map(({ name, isRequired, description, type }) =>
      row(name, 'body', isRequired, description ?? type),
    ),
  ];
  return rows.length === 0 ? [] : [['| Parameter | In | Value |', '| --- | --- | --- |', ...rows].join('\n')];
}

function row(name: string, where: string, isRequired: boolean, value: string): string {
  return `| \`${name}\` | ${where}${isRequired ? ', required' : ''} | ${cell(value)} |`;
}

function schemaPart(name: string, schema: unknown): string {
  const rows = allFields(listFields(schema)).map(({ name: field, type, isRequired, description }) => {
    const meaning = description === null ? '' : cell(description);
    return `| \`${field}\` | ${cell(type)}${isRequired ? '' : ', may be absent'} | ${meaning} |`;
  });
  return [`### ${name} schema`, ['| Field | Type | Meaning |', '| --- | --- | --- |', ...rows].join('\n')].join('\n\n');
}

/** Returns fields with those inside them, by their paths. Fields of a named schema have a link instead. */
function allFields(fields: readonly SchemaField[], path = ''): SchemaField[] {
  return fields.flatMap((field) => {
    const name = `${path}${field.name}`;
    if (field.schemaName !== null)
      return [{ ...field, name, type: field.type.replace('object', schemaLink(field.schemaName)), fields: [] }];
    return [{ ...field, name }, ...allFields(field.fields, `${name}${field.type.startsWith('list') ? '[]' : ''}.`)];
  });
}

function schemaLink(name: string): string {
  return `[${name}](#${name.toLowerCase()}-schema)`;
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** Returns the anchor that Markdown renderers give a heading. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-');
}
