import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { parseJson } from '../../values/json.ts';
import { LEFT_OUT_REASONS, type PageInventory, PLACES } from './inventory.ts';

const Text = Type.String();
const Texts = Type.Array(Text);
const WebUrl = Type.String({ pattern: '^https?://' });
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const oneOf = <const T extends string[]>(values: [...T]) => Type.Enum(values);

const ReadingSchema = Type.Object({
  title: orNull(Text),
  heading: orNull(Text),
  description: orNull(Text),
  paragraph: orNull(Text),
  lang: orNull(Text),
  kind: oneOf(['home', 'article', 'documentation', 'product', 'listing', 'legal', 'contact', 'other']),
  trail: Type.Array(Type.Object({ name: Text, url: orNull(Text) })),
  words: Type.Optional(Type.Integer({ minimum: 0 })),
  date: Type.Optional(Text),
  translationOf: Type.Optional(WebUrl),
  isAttachment: Type.Optional(Type.Literal(true)),
  hasLead: Type.Optional(Type.Literal(true)),
});

const IdentitySchema = Type.Object({
  name: orNull(Text),
  description: orNull(Text),
  lang: orNull(Text),
  headline: orNull(Text),
  organization: Type.Object({
    description: orNull(Text),
    slogan: orNull(Text),
    alternateNames: Texts,
    audience: Texts,
    foundingDate: orNull(Text),
    founders: Texts,
    address: Texts,
    areaServed: Texts,
    email: orNull(Text),
    telephone: orNull(Text),
    sameAs: Type.Array(WebUrl),
  }),
  topics: Texts,
  languages: Type.Array(Type.Object({ hreflang: Text, url: WebUrl })),
});

const InventorySchema = Type.Object({
  format: Type.Literal(1),
  domain: Text,
  origin: Type.String({ pattern: '^https?://[^/]+$' }),
  gatheredAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT' }),
  robotsTxt: orNull(Text),
  site: IdentitySchema,
  pages: Type.Array(
    Type.Object({
      url: WebUrl,
      place: oneOf([...PLACES]),
      label: orNull(Text),
      status: oneOf(['unread', 'listed', 'left_out']),
      reading: orNull(ReadingSchema),
      priority: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
      canonical: Type.Optional(WebUrl),
      reason: Type.Optional(oneOf([...LEFT_OUT_REASONS])),
      linksIn: Type.Optional(Type.Integer({ minimum: 0 })),
      menuIndex: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  ),
  isComplete: Type.Boolean(),
  // Added since format 1 was first stored: all of these are optional.
  canonicals: Type.Optional(Type.Array(Type.Object({ url: WebUrl, isThere: Type.Boolean() }))),
  notFoundHash: Type.Optional(Text),
  disallowed: Type.Optional(Type.Integer({ minimum: 0 })),
  known: Type.Optional(Type.Integer({ minimum: 0 })),
  sitemaps: Type.Optional(Type.Array(WebUrl)),
  sitemapUrls: Type.Optional(Type.Array(WebUrl)),
  sitemapEntries: Type.Optional(Type.Integer({ minimum: 0 })),
});

/** Parses a page inventory stored as JSON; null when there is none, or when it is not of the format of this version. */
export function parseInventory(json: string | null): PageInventory | null {
  if (json === null) return null;
  const value = parseJson(json);
  if (!Value.Check(InventorySchema, value)) return null;
  const inventory: Static<typeof InventorySchema> = value;
  return inventory;
}
