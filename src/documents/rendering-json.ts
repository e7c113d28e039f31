import type { FoldedWords, Reading, RenderedAudit, RenderedPage } from '../audit/rendered/rendered-site.ts';
import type { PictureLocator } from '../values/page-controls.ts';
import { disagreementText } from './rendered-text.ts';

const NOTHING = { browser: null, sandbox: null, requests: null, words: null, words_from_scripts: null, pages: [] };

/** Returns a rendering as the command and the API show it in JSON. @param locatePicture null where the pictures are nowhere */
export function toRenderingJson(rendered: RenderedAudit, locatePicture: PictureLocator | null) {
  if (rendered.failure !== null) return { ...NOTHING, failure: rendered.failure };
  const { site, browser, isSandboxed, requests } = rendered;
  return {
    failure: null,
    browser,
    sandbox: isSandboxed,
    requests: { sent: requests.sent, bytes: requests.bytes, refused: requests.refused },
    words: site.words,
    words_from_scripts: site.fromScripts,
    pages: site.pages.map((page, place) => ({ ...toPage(page), pictures: toPictures(page, place, locatePicture) })),
  };
}

function toPage(page: RenderedPage) {
  return {
    url: page.url,
    failure: page.failure,
    requests_missing: page.missing,
    stood_after_ms: page.stoodAfter,
    sent: toReading(page.sent),
    after_scripts: page.after && toReading(page.after),
    words_from_scripts: page.fromScripts,
    words_removed: page.removed,
    text: page.text.map(({ text, isFromScripts }) => ({ text, from_scripts: isFromScripts })),
    text_is_cut: page.isCut,
    text_removed: [...page.removedText],
    folded: page.folded && toFolded(page.folded),
    differences: page.differences.map((name) => (name === 'jsonLd' ? ('json_ld' as const) : name)),
    forms: page.forms && { ...page.forms },
    controls: page.controls.map((one) => ({ ...one })),
    controls_shown: page.controlCount,
    rule: [...page.faults],
    disagreement: disagreementText(page),
  };
}

function toPictures({ hasPictures }: RenderedPage, place: number, locatePicture: PictureLocator | null) {
  if (!hasPictures || locatePicture === null) return null;
  return { as_sent: locatePicture(place, 'as-sent'), after_scripts: locatePicture(place, 'after-scripts') };
}

function toFolded({ pressed, folds, sent, byScripts, onlyPressed, excerpt, hovered, hovers, ...hover }: FoldedWords) {
  return {
    pressed,
    folds,
    words_in_html: sent,
    words_from_scripts: byScripts,
    words_only_pressed: onlyPressed,
    text_only_pressed: [...excerpt],
    hovered,
    hovers,
    words_on_hover: hover.onHover,
    words_on_hover_in_html: hover.onHoverSent,
    text_on_hover: [...hover.hoverExcerpt],
  };
}

function toReading({ words, headings, links, jsonLd, title, canonical, robots }: Reading) {
  return { words, headings, links, json_ld: [...jsonLd], title, canonical, robots: [...robots] };
}
