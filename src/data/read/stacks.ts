import Type from 'typebox';
import { exactly, readJson } from './read-json.ts';

const Text = Type.String({ minLength: 1 });
/** A mark, and the builder that it shows. */
const Marks = Type.Array(Type.Tuple([Text, Text]));
/** A response header, the pattern that its value matches, and the builder or server that it shows. */
const Headers = Type.Array(Type.Tuple([Text, Text, Text]));

/** What sites are built and served with, and what shows it on a home page. */
export const STACKS = readJson(
  'stacks.json',
  exactly({
    /** Names to show. */
    builders: Type.Record(Type.String(), Text),
    servers: Type.Record(Type.String(), Text),
    /** Patterns of `<meta name=generator>`, a theme with its own places before its builder. Shopify, Nuxt and Next.js seldom have one. */
    generators: Marks,
    builderHeaders: Headers,
    /**
     * Parts of the paths of scripts and styles, which count only on the site's own host. Images do not count: other sites' images are
     * linked, and a site that moves to another builder keeps its images.
     */
    assetPaths: Marks,
    /**
     * Patterns of the names of scripts of builders of apps, on the site's own host. They count only where nothing else shows a builder.
     * Vite's own source may be published without a build.
     */
    assetNames: Marks,
    /** Ids of the scripts that contain a platform's data. */
    scriptIds: Marks,
    /** Patterns of objects that a platform sets up in the inline scripts of its pages. MkDocs' own themes have no generator element. */
    scriptObjects: Marks,
    /** Patterns of configuration files, by which a project shows its builder. */
    files: Marks,
    /** Patterns of what builders add to the selectors in inline styles. */
    styleMarks: Marks,
    /** Platforms come before the CDN that may stand in front of them. */
    serverHeaders: Headers,
  }),
);
