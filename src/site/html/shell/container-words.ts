import { MAX_CLASS_NAMES } from '../../page/page-limits.ts';

/** Use of an element, by its id or its classes. */
export interface ContainerUse {
  /** Names something other than the page's content: page furniture, overlays, decoration, widgets, messages. */
  readonly isApart: boolean;
  /**
   * Names something other than the page's content, including everything inside it. Classes such as `bg-white` say nothing
   * about the content of an element.
   */
  readonly setsApart: boolean;
  /** Names a loading indicator, which may cover a complete page. */
  readonly isLoader: boolean;
  /** Names a drawing of the content that will be loaded. */
  readonly isSkeleton: boolean;
  /** Names the place of the page's content, and no word says otherwise. */
  readonly isContent: boolean;
}

const SETS_APART = words(`
  header footer nav navbar navigation menu megamenu sidebar topbar toolbar breadcrumb breadcrumbs
  overlay modal modals dialog popup popups popover drawer offcanvas lightbox toast toasts snackbar notification notifications
  widget widgets cookie cookies consent gdpr chat livechat comments disqus cart minicart search form newsletter
`);
/** Words that describe the page around the element: `has-sidebar`, `menu-open`. */
const SAID_OF_OTHERS = words('no not has have with without is open opened closed active fixed sticky');
const APART = words(`
  header footer nav navbar navigation menu megamenu sidebar aside left right bottom layout slot slots teleport topbar toolbar breadcrumb breadcrumbs skip anchor
  overlay backdrop modal modals dialog dialogs popup popups popover tooltip drawer offcanvas lightbox portal portals toast toasts toaster
  snackbar notification notifications notice alert alerts flash message messages status error errors success response feedback
  announcer announcement hidden invisible sr visually
  spacer gap clear clearfix clearer cf divider separator sep hr border decor decoration decorative shape shapes pattern noise
  bg background gradient glow cursor particle particles stars snow wave waves vanta canvas three webgl animation lottie parallax
  image images img photo photos picture thumb thumbnail icon logo avatar cover video player audio gallery slider slideshow slick
  swiper carousel splide pagination pager prev next arrow arrows sentinel
  map maps gmap leaflet mapbox osm location chart charts graph plot qr qrcode
  ad ads adsense advert advertisement sponsor promo banner cookie cookies consent gdpr captcha recaptcha hcaptcha turnstile
  chat livechat chatbot messenger whatsapp intercom crisp tawk widget widgets embed elfsight calendly typeform hubspot mailchimp
  calendar booking form forms search searchbox result results output suggestions autocomplete filter filters sort
  cart basket minicart checkout wishlist compare login signin signup account user auth gsi
  comment comments disqus giscus utterances isso fb facebook twitter instagram youtube tiktok social share addthis sharethis
  newsletter subscribe trustpilot review reviews rating ratings stripe paypal payment payments
  translate translation language lang weather clock countdown timer counter progress scroll scroller top totop back
  tracking tracker pixel analytics tag gtm debug test tests qunit mocha turbo livewire wpadminbar
`);
const LOADER = words('loader loading preloader preload spinner splash pace throbber');
const SKELETON = words('skeleton skeletons shimmer placeholder');
const CONTENT = words(`
  root app application content main page pages view views outlet mount article articles post posts entry entries story stories
  blog news feed list listing items grid cards products product catalog catalogue collection collections categories projects
  services team faq events docs doc document markdown body
`);
/** Words that an id of the content may also have: `home-products`, `article-container`. */
const NEUTRAL = words(`
  container containers wrapper wrap inner box block blocks section area holder home my the all site latest recent featured related
  more new other dynamic js id data single detail details
`);

const NOTHING: ContainerUse = {
  isApart: false,
  setsApart: false,
  isLoader: false,
  isSkeleton: false,
  isContent: false,
};
const MAX_LENGTH = 1000;

/** Reads ids and classes by their words, and memoizes the first. */
export class ContainerNames {
  readonly #read = new Map<string, ContainerUse>();

  use(names: string | null): ContainerUse {
    if (names === null || names === '' || names.length > MAX_LENGTH) return NOTHING;
    let use = this.#read.get(names);
    if (use === undefined) {
      use = read(names);
      if (this.#read.size < MAX_CLASS_NAMES) this.#read.set(names, use);
    }
    return use;
  }
}

function read(names: string): ContainerUse {
  const split = names
    .trim()
    .split(/\s+/)
    .map((name) =>
      name
        .replace(/([a-z])([A-Z])/g, '$1-$2')
        .toLowerCase()
        .split(/[^a-z]+/),
    );
  const hasOneOf = (set: ReadonlySet<string>): boolean => split.some((parts) => parts.some((part) => set.has(part)));
  return {
    isApart: hasOneOf(APART),
    setsApart: split.some(
      (parts) => parts.some((part) => SETS_APART.has(part)) && !parts.some((part) => SAID_OF_OTHERS.has(part)),
    ),
    isLoader: hasOneOf(LOADER),
    isSkeleton: hasOneOf(SKELETON),
    isContent: hasOneOf(CONTENT) && split.every((parts) => parts.every(isPartOfContentName)),
  };
}

function isPartOfContentName(part: string): boolean {
  return part === '' || CONTENT.has(part) || NEUTRAL.has(part);
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
