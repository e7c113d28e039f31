import Type from 'typebox';
import { renderedSummary } from '../../../documents/rendered-text.ts';
import { toRenderingJson } from '../../../documents/rendering-json.ts';
import { PICTURE_VERSIONS } from '../../../values/page-controls.ts';
import { cacheForADay } from '../../app/caching.ts';
import type { App } from '../../app/plugin.ts';
import {
  AuditParams,
  exactly,
  failure,
  NOT_MODIFIED,
  named,
  orNull,
  Text,
  textOrNull,
  Uuid,
} from '../../app/schemas.ts';
import { ServiceError } from '../../app/service-error.ts';
import type { Audits } from '../compose-audits.ts';
import { createPictureLocator } from '../pictures.ts';
import { ISOLATION } from './snapshot-routes.ts';

const Count = Type.Integer({ minimum: 0 });
const Texts = Type.Array(Text);

const Reading = exactly(
  {
    words: Type.Integer({ minimum: 0, description: 'of the main text; of CJK text what amounts to words' }),
    headings: Count,
    links: Count,
    json_ld: Type.Array(Text, { description: 'types of the nodes of JSON-LD' }),
    title: textOrNull(),
    canonical: textOrNull(),
    robots: Type.Array(Text, { description: 'directives of robots metas' }),
  },
  { description: 'one reading of a page: that of the HTML as sent, or that after its scripts ran' },
);

const Folded = exactly({
  pressed: Type.Integer({ minimum: 0, description: 'folds, tabs and buttons for more that were pressed' }),
  folds: Type.Integer({ minimum: 0, description: 'how many there are' }),
  words_in_html: Type.Integer({ minimum: 0, description: 'folded away, but in the HTML as sent' }),
  words_from_scripts: Type.Integer({ minimum: 0, description: 'folded away, and written by scripts alone' }),
  words_only_pressed: Type.Integer({ minimum: 0, description: 'nowhere before the page was scrolled or pressed' }),
  text_only_pressed: Texts,
  hovered: Type.Integer({ minimum: 0, description: 'places that the pointer was moved over' }),
  hovers: Type.Integer({ minimum: 0, description: 'how many there are: beside or around text that is not shown' }),
  words_on_hover: Type.Integer({ minimum: 0, description: 'shown on hover alone' }),
  words_on_hover_in_html: Type.Integer({ minimum: 0, description: 'those of them that the HTML as sent has' }),
  text_on_hover: Texts,
});

const RenderedPage = named('RenderedPage', {
  url: Text,
  failure: textOrNull({ description: 'why it was not rendered' }),
  requests_missing: Type.Integer({
    minimum: 0,
    description: 'scripts, and what they requested, that could not be loaded: the page may lack what they would show',
  }),
  stood_after_ms: orNull(Count, { description: 'milliseconds until the text last changed' }),
  sent: Reading,
  after_scripts: orNull(Reading),
  words_from_scripts: Type.Integer({
    minimum: 0,
    description: 'words after scripts that the HTML as sent has nowhere',
  }),
  words_removed: Type.Integer({ minimum: 0, description: 'words as sent that are nowhere after scripts' }),
  text: Type.Array(exactly({ text: Text, from_scripts: Type.Boolean() }), {
    description: 'the main text after scripts in reading order, at most 8,000 characters',
  }),
  text_is_cut: Type.Boolean({ description: 'whether the text goes on' }),
  text_removed: Texts,
  folded: orNull(Folded, { description: 'what is shown only after scrolling, a click or on hover' }),
  pictures: orNull(exactly({ as_sent: Text, after_scripts: Text }), {
    description:
      'paths of the pictures: the HTML as sent, with scripts off, and the page after its scripts. Of the first five pages, for as long as snapshots are stored',
  }),
  differences: Type.Array(Type.Enum(['title', 'canonical', 'robots', 'json_ld']), {
    description: 'what scripts change beside the text',
  }),
  forms: orNull(
    exactly({
      forms: Count,
      fields: Count,
      labelled: Type.Integer({ minimum: 0, description: 'fields with a label' }),
      completed: Type.Integer({ minimum: 0, description: 'fields whose autocomplete says what they are for' }),
      tools: Type.Integer({ minimum: 0, description: 'forms that declare a tool of WebMCP, with a description' }),
    }),
  ),
  controls: Type.Array(exactly({ role: Text, name: Text, autocomplete: textOrNull() }), {
    description: 'what can be pressed or filled in, as assistive technology names it: the first 60',
  }),
  controls_shown: Type.Integer({ minimum: 0, description: 'how many the page shows' }),
  rule: Type.Array(Text, { description: 'faults by which the score judges the text of the page' }),
  disagreement: textOrNull({ description: 'where the browser and the rule differ: the score follows the rule' }),
});

const Rendering = named('Rendering', {
  id: Uuid,
  domain: Text,
  failure: textOrNull({ description: 'why nothing was rendered' }),
  summary: textOrNull(),
  browser: textOrNull({ description: 'as it names itself' }),
  sandbox: orNull(Type.Boolean(), { description: 'false where the machine allows no sandbox around the browser' }),
  requests: orNull(
    exactly({ sent: Count, bytes: Count, refused: Type.Record(Type.String(), Count, { description: 'by reason' }) }),
  ),
  words: orNull(Count, { description: 'after scripts, on the rendered pages' }),
  words_from_scripts: orNull(Count),
  pages: Type.Array(RenderedPage, { description: 'the judged pages' }),
});

const PictureParams = Type.Object({
  ...AuditParams.properties,
  place: Type.String({ pattern: '^\\d{1,2}$', description: 'place of the page in `pages` of the rendering, from 0' }),
  version: Type.Enum([...PICTURE_VERSIONS], { description: 'as-sent has scripts off' }),
});

/** `/api/audit/{id}/rendering` and its pictures: the judged pages as sent against after scripts. Not part of the contract. */
export default async function renderingRoutes(app: App, { audits }: Pick<Audits, 'audits'>): Promise<void> {
  app.get(
    '/api/audit/:id/rendering',
    {
      config: { isReport: true },
      schema: {
        operationId: 'getRendering',
        tags: ['Reports'],
        summary: 'What scripts add and change',
        description:
          'The judged pages as sent against after their scripts, of an audit that was asked for with `render`. It is observed and not scored. Text of the site is quoted.',
        params: AuditParams,
        response: {
          200: Rendering,
          304: NOT_MODIFIED,
          404: failure('The id is unknown, or the audit was not asked to load pages in a browser'),
          409: failure('The audit is not finished'),
        },
      },
    },
    async (request, reply) => {
      const { audit, rendering } = await audits.findRendering(request.params.id);
      request.subject.audit = audit.id;
      if (rendering === null)
        throw new ServiceError('rendering_not_found', 'Rendering not found', { auditId: audit.id });
      cacheForADay(reply);
      const { id, domain, report, hasSnapshot } = audit;
      const origin = new URL(report.pages[0] ?? `https://${domain}`).origin;
      const summary = rendering.failure === null ? renderedSummary(rendering.site, origin) : null;
      return { id, domain, summary, ...toRenderingJson(rendering, hasSnapshot ? createPictureLocator(id) : null) };
    },
  );

  app.get(
    '/api/audit/:id/rendering/:place/:version',
    {
      config: { isReport: true },
      schema: {
        operationId: 'getPicture',
        tags: ['Reports'],
        summary: 'A picture of a page',
        description:
          'The upper part of a page in a browser, 640 pixels wide, without images and fonts of the site. It is taken of the first five pages of an audit with `render`, and shows another site’s content.',
        params: PictureParams,
        response: {
          200: {
            description: 'The picture, as WebP',
            content: { 'image/webp': { schema: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }) } },
          },
          304: NOT_MODIFIED,
          400: failure('The place is not a number, or the version is not accepted'),
          404: failure('Audit not found, or Picture not found'),
          503: failure('Snapshot storage not available, or too many requests are waiting'),
        },
      },
    },
    async (request, reply) => {
      const { place, version } = request.params;
      const { id, webp } = await audits.findPicture(request.params.id, Number(place), version);
      request.subject.audit = id;
      cacheForADay(reply);
      reply.headers({ ...ISOLATION, 'content-type': 'image/webp', 'x-service-audit-id': id });
      return reply.send(webp);
    },
  );
}
