import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LOGO_TYPES, logoEnding } from '../../../values/brand-settings.ts';
import { contrast, type HexColor, hex, MIN_CONTRAST, mix, parseHexColor } from '../../../values/color.ts';
import type { Config } from '../../../values/config.ts';
import type { Brand } from '../../../web/layout/instance.ts';
import type { App } from '../plugin.ts';

type BrandConfig = Pick<Config, 'BRAND_NAME' | 'BRAND_LOGO' | 'BRAND_COLOR' | 'BRAND_URL'>;

/** A file of the brand, served below {@link PREFIX}. */
interface BrandFile {
  readonly path: string;
  readonly type: string;
  readonly content: Buffer;
}

export interface OpenedBrand {
  readonly brand: Brand;
  readonly files: readonly BrandFile[];
  /** Origin of the logo, where it is on another host: pages may load images from it. */
  readonly imageOrigin: string | null;
}

const PREFIX = '/brand';
const WHITE = hex('#ffffff');
/** Background and text of buttons in the dark theme, as in `assets/citable.css`. */
const DARK_GROUND = hex('#1a1e22');
/** The lightest background of the dark theme that has links: that of a warning. */
const DARK_WARNING = hex('#3a1a17');
const DARK_TEXT = hex('#0b1114');

/** Reads the brand of this installation: a logo file once, at the start. */
export function openBrand({ BRAND_NAME = 'Citable', BRAND_LOGO, BRAND_COLOR, BRAND_URL }: BrandConfig): OpenedBrand {
  const color = BRAND_COLOR === undefined ? null : parseHexColor(BRAND_COLOR);
  const stylesheet =
    color === null ? null : toBrandFile('brand.css', 'text/css; charset=utf-8', Buffer.from(createCss(color)));
  const isFile = BRAND_LOGO !== undefined && !BRAND_LOGO.startsWith('https:');
  const logo = isFile ? logoFile(BRAND_LOGO) : null;
  return {
    brand: {
      name: BRAND_NAME,
      url: BRAND_URL ?? null,
      logo: logo?.path ?? BRAND_LOGO ?? null,
      stylesheet: stylesheet?.path ?? null,
    },
    files: [stylesheet, logo].filter((file) => file !== null),
    imageOrigin: BRAND_LOGO === undefined || isFile ? null : new URL(BRAND_LOGO).origin,
  };
}

function logoFile(path: string): BrandFile {
  const ending = logoEnding(path);
  return toBrandFile(`logo.${ending}`, LOGO_TYPES[ending] ?? 'application/octet-stream', readFileSync(path));
}

/** The path changes with the content, so browsers may cache it forever. */
function toBrandFile(name: string, type: string, content: Buffer): BrandFile {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { path: `${PREFIX}/${hash}/${name}`, type, content };
}

/** Sets the accent of both themes: the brand's colour, and one that is light enough for the dark theme. */
function createCss(color: HexColor): string {
  const light = lightened(color);
  return `:root {
  --accent: light-dark(${color}, ${light});
  --accent-ink: light-dark(#ffffff, ${DARK_TEXT});
  --accent-soft: light-dark(${mix(color, WHITE, 0.9)}, ${mix(color, DARK_GROUND, 0.8)});
  --series-1: light-dark(${color}, ${light});
}
`;
}

/** Mixes a colour with white until it can be read in the dark theme, and dark text on it. */
function lightened(color: HexColor): HexColor {
  for (let share = 0.3; share < 1; share += 0.05) {
    const light = mix(color, WHITE, share);
    if ([DARK_GROUND, DARK_WARNING, DARK_TEXT].every((other) => contrast(light, other) >= MIN_CONTRAST)) return light;
  }
  return WHITE;
}

/** Serves the files of the brand. A picture is not a page: it may run and load nothing. */
export async function brandRoutes(app: App, { files }: Pick<OpenedBrand, 'files'>): Promise<void> {
  for (const { path, type, content } of files) {
    app.get(path, { schema: { hide: true }, config: { isUnlimited: true } }, async (_request, reply) =>
      reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          'x-content-type-options': 'nosniff',
        })
        .type(type)
        .send(content),
    );
  }
}
