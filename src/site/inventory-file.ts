import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { PageInventory } from './inventory.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

const InventorySchema = Type.Object({
  format: Type.Literal(1),
  domain: Type.String(),
  origin: Type.String({ pattern: '^https?://[^/]+$' }),
  site: Type.Object({ name: TextOrNull, description: TextOrNull, lang: TextOrNull }),
  pages: Type.Array(Type.Object({ url: Type.String(), title: TextOrNull, description: TextOrNull })),
  isComplete: Type.Boolean(),
});

/** A page inventory that was kept as JSON; null when there is none, or when it is not of the format of this version. */
export function parseInventory(json: string | null): PageInventory | null {
  if (json === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  if (!Value.Check(InventorySchema, value)) return null;
  const inventory: Static<typeof InventorySchema> = value;
  return inventory;
}
