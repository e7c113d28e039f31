import { Fragment } from 'preact';
import { VERSION_DATE } from '../../package.ts';
import { CodeBlock, KeySource, Section, Table } from '../../web/layout/components.tsx';
import { formatDate } from '../../web/layout/format.ts';
import type { Instance } from '../../web/layout/instance.ts';
import { renderPage } from '../../web/layout/layout.tsx';
import { breadcrumbList } from '../../web/layout/page-json-ld.ts';
import { type ApiDocument, type ApiOperation, commonResponses, DEFAULT_DESCRIPTION } from './api-operations.ts';
import { ApiTry } from './api-try.tsx';
import { buildExample, describeType, listFields, type SchemaField } from './schema-fields.ts';

/** Renders `/api`: every endpoint with its parameters and responses, and a form to try it. */
export function apiPage(instance: Instance, { version, description, operations }: ApiDocument): string {
  const common = commonResponses(operations);
  return renderPage(
    instance,
    {
      title: 'The API',
      description: `The HTTP interface of Citable, version ${version}: every endpoint with its parameters, its responses and a command to copy. You can try each on the page.`,
      path: '/api',
      modules: ['copy', 'try-api'],
      jsonLd: [breadcrumbList(instance, [{ path: '/api', name: 'API' }])],
    },
    <>
      <h1>The API</h1>
      <p class="lead page-lead">An HTTP interface. Most responses are JSON. {description}</p>
      <div class="prose page-lead">
        <p>
          Version {version}, published <time dateTime={VERSION_DATE}>{formatDate(VERSION_DATE)}</time>.
        </p>
        <p>
          Base URL: <code>{instance.baseUrl()}</code>. Machine-readable description:{' '}
          <a href="/openapi.json">openapi.json</a> (<a href="https://spec.openapis.org/oas/v3.1.1">OpenAPI 3.1</a>).
        </p>
        <p>
          Send your API key as <code>Authorization: Bearer ctb_…</code>. <KeySource operator={instance.operator} />{' '}
          Errors are JSON objects with one sentence in <code>error</code>. Any website may call the API from its pages,
          without cookies.
        </p>
      </div>
      <Section id="common-responses" title="Common responses" class="prose page-part">
        <p>Most endpoints can also return these, so they are not repeated below.</p>
        <Responses of={common} />
      </Section>
      <div class="api page-part">
        <nav class="api-contents" aria-labelledby="api-contents">
          <h2 id="api-contents">Endpoints</h2>
          <ul>
            {operations.map(({ id, method, path }) => (
              <li key={id}>
                <a class="api-link" href={`#${id}`}>
                  <span class="api-method">{method}</span> <code>{path}</code>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          {operations.map((operation) => (
            <Operation key={operation.id} operation={operation} common={common} instance={instance} />
          ))}
        </div>
      </div>
    </>,
  );
}

const KEY_WORDS = { none: null, optional: 'with or without a key', needed: 'with a key' } as const;

type Responses = ApiOperation['responses'];

interface OperationProps {
  readonly operation: ApiOperation;
  readonly common: Responses;
  readonly instance: Instance;
}

function Operation({ operation, common, instance }: OperationProps) {
  const { id, method, path, summary, description, key, responses } = operation;
  const own = Object.entries(responses).filter(
    ([status, response]) => common[status]?.description !== response.description,
  );
  const keyWords = KEY_WORDS[key];
  return (
    <section class="api-operation" id={id} aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`}>{summary}</h2>
      <p class="row api-line">
        <span class="tag">{method}</span> <code>{path}</code>
        {keyWords !== null && <span class="tag">{keyWords}</span>}
      </p>
      {description?.split('\n\n').map((paragraph) => (
        <p key={paragraph} class="prose">
          <Words text={paragraph} />
        </p>
      ))}
      <Parameters operation={operation} />
      <CodeBlock label="command" text={formatCommand(operation, instance.baseUrl())} />
      <ApiTry operation={operation} />
      <h3>Responses</h3>
      <Responses of={Object.fromEntries(own)} />
    </section>
  );
}

function Responses({ of }: { of: Responses }) {
  return (
    <dl class="api-responses">
      {Object.entries(of).map(([status, { description: text, content = {} }]) => (
        <div key={status}>
          <dt class="number">{status}</dt>
          <dd>
            <Words text={text === DEFAULT_DESCRIPTION ? 'Success' : text} />
            {Number(status) < 300 &&
              Object.keys(content).map((type) => (
                <Fragment key={type}>
                  {' '}
                  <code class="muted">{type}</code>
                </Fragment>
              ))}
            {Number(status) < 300 && <Fields schema={content['application/json']?.schema} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows a description. Text between backticks is code. */
function Words({ text }: { text: string }) {
  return <>{text.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))}</>;
}

function Parameters({ operation: { parameters = [], requestBody } }: { operation: ApiOperation }) {
  const rows = [
    ...parameters.map(({ name, in: where, required = false, description, schema }) => ({
      name,
      where,
      isRequired: required,
      description: description ?? describeType(schema),
      initial: schema.default,
    })),
    ...listFields(requestBody?.content['application/json']?.schema).map(({ name, isRequired, description, type }) => ({
      name,
      where: 'body',
      isRequired,
      description: description ?? type,
      initial: undefined,
    })),
  ];
  if (rows.length === 0) return null;
  return (
    <Table
      head={['Parameter', 'In', 'Description']}
      rows={rows.map(({ name, where, isRequired, description, initial }) => ({
        key: name,
        cells: [
          <code>{name}</code>,
          <>
            {where}
            {isRequired && <b>, required</b>}
          </>,
          <>
            <Words text={description} />
            {initial !== undefined && <>; default: {initial}</>}
          </>,
        ],
      }))}
    />
  );
}

function Fields({ schema }: { schema: unknown }) {
  const fields = listFields(schema);
  if (fields.length === 0) return null;
  return (
    <details class="api-fields">
      <summary>Fields</summary>
      <FieldList fields={fields} />
    </details>
  );
}

function FieldList({ fields }: { fields: readonly SchemaField[] }) {
  return (
    <ul>
      {fields.map(({ name, type, description, fields: inner }) => (
        <li key={name}>
          <code>{name}</code> <span class="muted">{type}</span>
          {description !== null && (
            <>
              : <Words text={description} />
            </>
          )}
          {inner.length > 0 && <FieldList fields={inner} />}
        </li>
      ))}
    </ul>
  );
}

/** Returns the request as a curl command, with the required parameters, and a key if one is needed. */
function formatCommand({ method, path, parameters = [], requestBody, key }: ApiOperation, base: string): string {
  const query = parameters.filter((one) => one.in === 'query' && one.required === true);
  const search = query.map(({ name, example = 'ID' }) => `${name}=${example}`).join('&');
  const examples = new Map(parameters.map(({ name, example }) => [name, example]));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => examples.get(name) ?? name.toUpperCase());
  return [
    `curl '${base}${filled}${search === '' ? '' : `?${search}`}'`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(key === 'needed' ? ['-H "Authorization: Bearer $CITABLE_API_KEY"'] : []),
    ...(requestBody === undefined ? [] : [exampleBody(requestBody)]),
  ].join(' \\\n  ');
}

function exampleBody({ content }: NonNullable<ApiOperation['requestBody']>): string {
  if ('text/plain' in content) return "-H 'Content-Type: text/plain' --data-binary @access.log";
  return `-H 'Content-Type: application/json' -d '${JSON.stringify(buildExample(content['application/json']?.schema))}'`;
}
