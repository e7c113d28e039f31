import Type, { type Static } from 'typebox';
import { Check } from 'typebox/schema';
import { isRecord } from '../../values/json.ts';
import { readMember } from './schema-fields.ts';

const Parameter = Type.Object({
  name: Type.String(),
  in: Type.String(),
  required: Type.Optional(Type.Boolean()),
  description: Type.Optional(Type.String()),
  example: Type.Optional(Type.String()),
  schema: Type.Object({
    enum: Type.Optional(Type.Array(Type.String())),
    default: Type.Optional(Type.String()),
  }),
});

const Content = Type.Record(Type.String(), Type.Object({ schema: Type.Optional(Type.Unknown()) }));

const OperationObject = Type.Object({
  operationId: Type.String(),
  tags: Type.Array(Type.String()),
  summary: Type.String(),
  description: Type.Optional(Type.String()),
  parameters: Type.Optional(Type.Array(Parameter)),
  requestBody: Type.Optional(Type.Object({ content: Content })),
  security: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  responses: Type.Record(Type.String(), Type.Object({ description: Type.String(), content: Type.Optional(Content) })),
});

/** Fastify's text for a response without a description. */
export const DEFAULT_DESCRIPTION = 'Default Response';

/** Parts of the OpenAPI document that the reference shows. */
const Document = Type.Object({
  info: Type.Object({ version: Type.String(), description: Type.String() }),
  tags: Type.Array(Type.Object({ name: Type.String(), description: Type.String() })),
  paths: Type.Record(Type.String(), Type.Record(Type.String(), OperationObject)),
  components: Type.Object({ schemas: Type.Record(Type.String(), Type.Unknown()) }),
});

export type ApiParameter = Static<typeof Parameter>;

/** One method of one path. */
export interface ApiOperation extends Static<typeof OperationObject> {
  /** Anchor on the page: `get-api-audit-id`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly key: 'none' | 'optional' | 'needed';
}

export interface ApiDocument {
  readonly version: string;
  readonly description: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly operations: readonly ApiOperation[];
  /** By their names. */
  readonly schemas: Readonly<Record<string, unknown>>;
}

/**
 * Reads the OpenAPI document. Named schemas replace the references to them, with their name as the title.
 *
 * @throws when parts are missing that the reference shows
 */
export function readOpenApi(document: unknown): ApiDocument {
  const read = withoutReferences(document, document);
  if (!Check(Document, read)) throw new Error('The OpenAPI document is not as the reference expects it.');
  const operations = Object.entries(read.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      id: `${method}${path.replace(/[^a-z0-9]+/gi, '-').replace(/-$/, '')}`,
      method: method.toUpperCase(),
      path,
      key: readKeyNeed(operation.security),
    })),
  );
  return {
    version: read.info.version,
    description: read.info.description,
    tags: read.tags,
    operations: operations.toSorted((a, b) => findPlace(a) - findPlace(b)),
    schemas: read.components.schemas,
  };
}

/** Returns a part of a document without references. No schema refers to itself. */
function withoutReferences(part: unknown, document: unknown): unknown {
  if (Array.isArray(part)) return part.map((one) => withoutReferences(one, document));
  if (!isRecord(part)) return part;
  const { $ref: reference, ...others } = part;
  if (typeof reference === 'string') {
    const names = reference.split('/').slice(1);
    const schema = withoutReferences(
      names.reduce((whole, name) => readMember(whole, name), document),
      document,
    );
    return { ...(isRecord(schema) ? schema : {}), ...others, title: names.at(-1) };
  }
  return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, withoutReferences(member, document)]));
}

const PLACES = ['/api/audit', '/api/', '/llms/'];

/** Sorts audits first, then the documents made from them, hosted files, and health. */
function findPlace({ path }: ApiOperation): number {
  const place = PLACES.findIndex((start) => path.startsWith(start));
  return place === -1 ? PLACES.length : place;
}

function readKeyNeed(security: readonly object[]): ApiOperation['key'] {
  if (security.length === 0) return 'none';
  return security.some((scheme) => Object.keys(scheme).length === 0) ? 'optional' : 'needed';
}

/** Returns the failures that most operations have, with the same description. */
export function commonResponses(operations: readonly ApiOperation[]): ApiOperation['responses'] {
  const failures = operations.flatMap(({ responses }) =>
    Object.entries(responses).filter(([status]) => Number(status) >= 400),
  );
  const groups = Map.groupBy(failures, ([status, { description }]) => `${status} ${description}`);
  const common = [...groups.values()].filter(({ length }) => length > operations.length / 2);
  return Object.fromEntries(common.flatMap(([first]) => (first === undefined ? [] : [first])));
}
