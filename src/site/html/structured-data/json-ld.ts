import { MAX_IRI, MAX_NODE_DEPTH, MAX_PREFIXES } from '../../page/page-limits.ts';
import { isSchemaOrg, type StructuredNodes, withoutSchemaOrg } from './structured-nodes.ts';

type Json = null | string | number | boolean | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** Meaning of plain names by an `@context`. Remote contexts are known by their URL; none is fetched. */
interface Context {
  /** The vocabulary of plain names; null before any `@context`. */
  readonly vocabulary: string | null;
  /** Meanings of names that a context defines: IRIs, prefixes, keywords and names of the vocabulary. */
  readonly terms: ReadonlyMap<string, string>;
}

const NO_CONTEXT: Context = { vocabulary: null, terms: new Map([['schema', 'https://schema.org/']]) };
/** Keywords that schema.org’s own context names without their sign. */
const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ['type', '@type'],
  ['id', '@id'],
]);
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:\/\/|urn:|mailto:|tel:|did:|_:)/i;

/** A value to be read, and the property that it belongs to. */
interface Task {
  readonly value: Json;
  readonly context: Context;
  /** Node and property that it is a value of; -1 for the top. */
  readonly owner: number;
  readonly property: string;
  readonly depth: number;
}

/**
 * Flattens parsed JSON-LD (JSON-LD 1.1) into nodes: opens arrays and `@graph`, lists nested nodes after the node that
 * contains them, and turns an `@id` alone into a reference. Without recursion, within the limits of `page-limits.ts`.
 *
 * Plain type names are schema.org's only under a schema.org context. Under another one, or under none, they are IRIs.
 */
export function flattenJsonLd(
  root: Json,
  nodes: StructuredNodes,
  start: number,
  resolve: (iri: string) => string,
): void {
  const tasks: Task[] = [{ value: root, context: NO_CONTEXT, owner: -1, property: '', depth: 0 }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { value, owner, property, depth } = task;
    if (value === null) continue;
    if (typeof value !== 'object') {
      nodes.addValue(owner, property, String(value));
    } else if (depth > MAX_NODE_DEPTH) {
      nodes.truncated = true;
    } else if (isArray(value)) {
      pushAll(tasks, value, { ...task, depth: depth + 1 });
    } else {
      readObject(value, task, tasks, nodes, start, resolve);
    }
  }
}

function readObject(
  written: JsonObject,
  task: Task,
  tasks: Task[],
  nodes: StructuredNodes,
  start: number,
  resolve: (iri: string) => string,
): void {
  const { owner, property } = task;
  const depth = task.depth + 1;
  const { '@context': own } = written;
  const context = own === undefined ? task.context : readContext(own, task.context);
  const object = withKeywords(written, context);
  for (const keyword of ['@value', '@list', '@set']) {
    const inner = object[keyword];
    if (inner !== undefined) {
      tasks.push({ value: inner, context, owner, property, depth });
      return;
    }
  }
  const names = Object.keys(object).filter((name) => name !== '@context');
  const id = typeof object['@id'] === 'string' ? identifier(object['@id'], context, resolve) : null;
  const graph = object['@graph'];
  if (graph !== undefined && names.every((name) => name === '@graph' || name === '@id')) {
    tasks.push({ value: graph, context, owner: -1, property: '', depth });
    return;
  }
  if (names.length === 0) return;
  if (id !== null && names.length === 1) {
    nodes.addValue(owner, property, { reference: id });
    return;
  }
  const types = list(object['@type']).flatMap((type) =>
    typeof type === 'string' ? [typeName(type, context, resolve)] : [],
  );
  const node = nodes.add('json-ld', types, id, owner !== -1, start);
  if (node === -1) return;
  nodes.addValue(owner, property, { node });
  // Pushed from the end, so that the stack is read in order.
  for (const name of names.reverse()) {
    const value = object[name] ?? null;
    if (name === '@graph' || name === '@included') tasks.push({ value, context, owner: -1, property: '', depth });
    else if (!name.startsWith('@')) {
      tasks.push({ value, context, owner: node, property: propertyName(name, context), depth });
    }
  }
}

function readContext(written: Json, outer: Context): Context {
  if (written === null) return NO_CONTEXT;
  let { vocabulary } = outer;
  let terms: Map<string, string> | null = null;
  for (const part of list(written)) {
    if (typeof part === 'string') {
      // Of several contexts, schema.org's counts: its names are the ones that are read.
      if (vocabulary === null || !isSchemaOrg(vocabulary) || isSchemaOrg(part)) vocabulary = part.slice(0, MAX_IRI);
    } else if (part !== null && typeof part === 'object' && !isArray(part)) {
      for (const [name, definition] of Object.entries(part)) {
        const meaning = termMeaning(definition);
        if (meaning === null) continue;
        if (name === '@vocab') vocabulary = meaning.slice(0, MAX_IRI);
        else if (!name.startsWith('@') && meaning.length <= MAX_IRI) {
          terms ??= new Map(outer.terms);
          if (terms.size < MAX_PREFIXES) terms.set(name, meaning);
        }
      }
    }
  }
  return { vocabulary, terms: terms ?? outer.terms };
}

/** Returns what a context says that a term means: an IRI or a keyword; null for another definition. */
function termMeaning(definition: Json): string | null {
  if (typeof definition === 'string') return definition;
  const id = definition !== null && typeof definition === 'object' && !isArray(definition) ? definition['@id'] : null;
  return typeof id === 'string' ? id : null;
}

/** Returns an object with the keywords in place of the names that its context gives them (JSON-LD 1.1 §4.1.6). */
function withKeywords(object: JsonObject, { vocabulary, terms }: Context): JsonObject {
  const isOfSchemaOrg = vocabulary !== null && isSchemaOrg(vocabulary);
  const toKeyword = (name: string) => {
    const keyword = terms.get(name) ?? (isOfSchemaOrg ? KEYWORDS.get(name) : undefined);
    return keyword?.startsWith('@') === true && object[keyword] === undefined ? keyword : null;
  };
  if (!Object.keys(object).some((name) => toKeyword(name) !== null)) return object;
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [toKeyword(name) ?? name, value]));
}

function typeName(name: string, context: Context, resolve: (iri: string) => string): string {
  const trimmed = name.trim();
  const meaning = context.terms.get(trimmed) ?? trimmed;
  const expanded = expandPrefix(meaning, context);
  if (expanded !== null) return withoutSchemaOrg(expanded);
  if (ABSOLUTE.test(meaning)) return withoutSchemaOrg(meaning);
  const { vocabulary } = context;
  if (vocabulary === null) return resolve(meaning);
  if (isSchemaOrg(vocabulary)) return meaning;
  return /[/#]$/.test(vocabulary) ? vocabulary + meaning : `${vocabulary}#${meaning}`;
}

function propertyName(name: string, context: Context): string {
  const meaning = context.terms.get(name) ?? name;
  return withoutSchemaOrg(expandPrefix(meaning, context) ?? meaning);
}

function identifier(id: string, context: Context, resolve: (iri: string) => string): string {
  return expandPrefix(id, context) ?? (ABSOLUTE.test(id) ? id : resolve(id));
}

function expandPrefix(name: string, { terms }: Context): string | null {
  const colon = name.indexOf(':');
  if (colon === -1 || name.startsWith('//', colon + 1)) return null;
  const prefix = terms.get(name.slice(0, colon));
  return prefix === undefined || !/[/#:]$/.test(prefix.slice(-1)) ? null : prefix + name.slice(colon + 1);
}

function pushAll(tasks: Task[], values: readonly Json[], task: Task): void {
  for (let i = values.length - 1; i >= 0; i--) tasks.push({ ...task, value: values[i] ?? null });
}

function list(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return isArray(value) ? value : [value];
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
