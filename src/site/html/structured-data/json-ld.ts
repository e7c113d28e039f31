import { MAX_IRI, MAX_NODE_DEPTH, MAX_PREFIXES } from '../../page/page-limits.ts';
import { isSchemaOrg, type StructuredNodes, withoutSchemaOrg } from './structured-nodes.ts';

type Json = null | string | number | boolean | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** Meaning of plain names by an `@context`. Remote contexts are known by their URL; none is fetched. */
interface Context {
  /** The vocabulary of plain names; null before any `@context`. */
  readonly vocabulary: string | null;
  readonly prefixes: ReadonlyMap<string, string>;
}

const NO_CONTEXT: Context = { vocabulary: null, prefixes: new Map([['schema', 'https://schema.org/']]) };
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
  object: JsonObject,
  task: Task,
  tasks: Task[],
  nodes: StructuredNodes,
  start: number,
  resolve: (iri: string) => string,
): void {
  const { owner, property } = task;
  const depth = task.depth + 1;
  const context = object['@context'] === undefined ? task.context : readContext(object['@context'], task.context);
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
  let prefixes: Map<string, string> | null = null;
  for (const part of list(written)) {
    if (typeof part === 'string') {
      // Of several contexts, schema.org's counts: its names are the ones that are read.
      if (vocabulary === null || !isSchemaOrg(vocabulary) || isSchemaOrg(part)) vocabulary = part.slice(0, MAX_IRI);
    } else if (part !== null && typeof part === 'object' && !isArray(part)) {
      for (const [name, meaning] of Object.entries(part)) {
        if (typeof meaning !== 'string') continue;
        if (name === '@vocab') vocabulary = meaning.slice(0, MAX_IRI);
        else if (!name.startsWith('@') && /[/#:]$/.test(meaning.slice(-1)) && meaning.length <= MAX_IRI) {
          prefixes ??= new Map(outer.prefixes);
          if (prefixes.size < MAX_PREFIXES) prefixes.set(name, meaning);
        }
      }
    }
  }
  return { vocabulary, prefixes: prefixes ?? outer.prefixes };
}

function typeName(name: string, context: Context, resolve: (iri: string) => string): string {
  const trimmed = name.trim();
  const expanded = expandPrefix(trimmed, context);
  if (expanded !== null) return withoutSchemaOrg(expanded);
  if (ABSOLUTE.test(trimmed)) return withoutSchemaOrg(trimmed);
  const { vocabulary } = context;
  if (vocabulary === null) return resolve(trimmed);
  if (isSchemaOrg(vocabulary)) return trimmed;
  return /[/#]$/.test(vocabulary) ? vocabulary + trimmed : `${vocabulary}#${trimmed}`;
}

function propertyName(name: string, context: Context): string {
  return withoutSchemaOrg(expandPrefix(name, context) ?? name);
}

function identifier(id: string, context: Context, resolve: (iri: string) => string): string {
  return expandPrefix(id, context) ?? (ABSOLUTE.test(id) ? id : resolve(id));
}

function expandPrefix(name: string, context: Context): string | null {
  const colon = name.indexOf(':');
  if (colon === -1 || name.startsWith('//', colon + 1)) return null;
  const prefix = context.prefixes.get(name.slice(0, colon));
  return prefix === undefined ? null : prefix + name.slice(colon + 1);
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
