import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { parseJson } from '../../values/json.ts';
import { type HeaderRule, type HostRules, MAX_RULES, parsePattern, type RouteRule } from './host-rules.ts';

const Conditions = { has: Type.Optional(Type.Unknown()), missing: Type.Optional(Type.Unknown()) };
const VercelJson = Type.Object({
  cleanUrls: Type.Optional(Type.Boolean()),
  trailingSlash: Type.Optional(Type.Boolean()),
  redirects: Type.Optional(
    Type.Array(
      Type.Object({
        source: Type.String(),
        destination: Type.String(),
        permanent: Type.Optional(Type.Boolean()),
        statusCode: Type.Optional(Type.Integer()),
        ...Conditions,
      }),
    ),
  ),
  rewrites: Type.Optional(
    Type.Array(Type.Object({ source: Type.String(), destination: Type.String(), ...Conditions })),
  ),
  headers: Type.Optional(
    Type.Array(
      Type.Object({
        source: Type.String(),
        headers: Type.Array(Type.Object({ key: Type.String(), value: Type.String() })),
        ...Conditions,
      }),
    ),
  ),
});

type Rule = Pick<NonNullable<Static<typeof VercelJson>['rewrites']>[number], 'source' | 'has' | 'missing'>;

/**
 * Reads clean URLs, trailing slashes, redirects, rewrites and headers of a vercel.json.
 *
 * @param isBuilt whether it stands above the folder, which Vercel then builds: its preset for the framework decides on clean URLs where
 *   the file does not
 */
export function parseVercelJson(text: string, isBuilt = false): HostRules {
  const file = parseJson(text);
  if (!Value.Check(VercelJson, file))
    return { routes: [], headers: [], ignored: ['vercel.json is not as Vercel documents it, and was not read.'] };
  const { cleanUrls = isBuilt ? undefined : false, trailingSlash } = file;
  const ignored: string[] = [];
  const readPattern = (rule: Rule, name: string) => {
    const isConditional = rule.has !== undefined || rule.missing !== undefined;
    const pattern = isConditional ? null : parsePattern(plainSource(rule.source));
    if (pattern === null) ignored.push(`${name} of vercel.json was not read: it has conditions or an expression.`);
    return pattern;
  };
  const redirects = (file.redirects ?? []).slice(0, MAX_RULES).flatMap((rule, i): RouteRule[] => {
    const pattern = readPattern(rule, `Redirect ${i + 1}`);
    const status = rule.statusCode ?? (rule.permanent === false ? 307 : 308);
    return pattern === null ? [] : [{ pattern, to: plainTarget(rule.destination), status, isForced: true }];
  });
  const rewrites = (file.rewrites ?? []).slice(0, MAX_RULES).flatMap((rule, i): RouteRule[] => {
    const pattern = readPattern(rule, `Rewrite ${i + 1}`);
    return pattern === null ? [] : [{ pattern, to: plainTarget(rule.destination), status: 200, isForced: false }];
  });
  const headers = (file.headers ?? []).slice(0, MAX_RULES).flatMap((rule, i): HeaderRule[] => {
    const pattern = readPattern(rule, `Header ${i + 1}`);
    const fields = rule.headers.map(({ key, value }) => [key.toLowerCase(), value] as const);
    return pattern === null ? [] : [{ pattern, fields }];
  });
  return {
    routes: [...redirects, ...rewrites],
    headers,
    ...(cleanUrls === undefined ? {} : { servesCleanUrls: cleanUrls, redirectsToCleanUrls: cleanUrls }),
    ...(trailingSlash === undefined ? {} : { trailingSlash }),
    ignored,
  };
}

/** Writes `(.*)` and `:name*` at the end of a source as `*`. Anything else of path-to-regexp stays, and is not read. */
function plainSource(source: string): string {
  const plain = source.replace(/(?::\w+\*|\(\.\*\)|:\w+\(\.\*\))$/, '*');
  // An expression, or a modifier after a name.
  return /[()?+{}]|:\w+\*/.test(plain) ? '' : plain;
}

function plainTarget(destination: string): string {
  return destination.replace(/\$1$|:\w+\*$/, ':splat');
}
