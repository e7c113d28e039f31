import { type ComponentChildren, Fragment, type JSX } from 'preact';
import { inOwnScript } from '../../values/domain-name.ts';
import { quoteUrl } from '../../values/readable-url.ts';
import { formatTime } from './format.ts';
import type { Instance } from './instance.ts';

interface CodeBlockProps {
  readonly text: string;
  /** Name of the text in the button's label: `command`. */
  readonly label: string;
  /** Shown above the text, beside the button. */
  readonly heading?: ComponentChildren;
}

/** Shows text with a button that copies it, hidden without the module `browser/copy.ts`, which the page must list. */
export function CodeBlock({ text, label, heading }: CodeBlockProps) {
  const button = (
    <button class="button button-quiet button-small copy" type="button" data-copy hidden>
      Copy<span class="visually-hidden"> the {label}</span>
    </button>
  );
  return (
    <div class={heading === undefined ? 'code code-command' : 'code'}>
      {heading !== undefined && (
        <div class="code-head">
          <div class="row">{heading}</div>
          {button}
        </div>
      )}
      <pre class="wrapped">
        <code dir="auto">{text}</code>
      </pre>
      {heading === undefined && button}
    </div>
  );
}

/** Returns a command that requests a URL with the API key in the variable CITABLE_API_KEY. @param options of curl */
export function curlWithKey(url: string, options: readonly string[] = []): string {
  return ['curl', '-H "Authorization: Bearer $CITABLE_API_KEY"', ...options, `'${url}'`].join(' ');
}

/** Length above which a domain name is set smaller, in characters. */
const LONG_NAME = 26;

/** Shows a domain in its own script, with the ASCII form beside it where that differs. */
export function DomainText({ domain }: { domain: string }) {
  const own = inOwnScript(domain);
  return (
    <>
      <bdi>{own}</bdi>
      {own !== domain && <span class="ascii-domain muted"> {domain}</span>}
    </>
  );
}

/** Shows the h1 of a page about a domain. @param what the kind of page, shown above the name */
export function DomainHeading({ what, domain }: { what: string; domain: string }) {
  const own = inOwnScript(domain);
  const [first = '', ...labels] = own.split('.');
  return (
    <>
      <p class="eyebrow">{what}</p>
      <h1 class={own.length > LONG_NAME ? 'audit-domain audit-domain-long' : 'audit-domain'}>
        <bdi>
          {first}
          {labels.map((label, i) => (
            <Fragment key={i}>
              .<wbr />
              {label}
            </Fragment>
          ))}
        </bdi>
      </h1>
      {own !== domain && (
        <p class="muted">
          <code class="ascii-domain">{domain}</code>
        </p>
      )}
    </>
  );
}

interface SectionProps {
  /** Id of the heading. */
  readonly id: string;
  readonly title: ComponentChildren;
  readonly class?: string;
  /** Sets the heading in a larger size. */
  readonly isLarge?: boolean;
  readonly children: ComponentChildren;
}

/** Shows a section with its h2. */
export function Section({ id, title, class: name, isLarge = false, children }: SectionProps) {
  return (
    <section class={name} aria-labelledby={id}>
      <h2 id={id} class={isLarge ? 'section-title' : undefined}>
        {title}
      </h2>
      {children}
    </section>
  );
}

interface ScrollBoxProps {
  readonly class?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
  readonly children: ComponentChildren;
}

/** Shows a box that scrolls a wide table. */
export function ScrollBox({ class: name = 'table-scroll', children, ...label }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: users must reach a box that scrolls by the keyboard
    <section class={name} {...label} tabIndex={0}>
      {children}
    </section>
  );
}

interface TableProps extends Omit<ScrollBoxProps, 'class' | 'children'> {
  readonly class?: string;
  readonly boxClass?: string;
  /** Not shown, for those who hear the table. */
  readonly caption?: string;
  readonly head: readonly ComponentChildren[] | JSX.Element;
  /** Columns with numbers. */
  readonly numbers?: readonly number[];
  /** Class of a cell. Default: that of the columns with numbers. */
  readonly cellClass?: (column: number) => string | undefined;
  /** The first cell heads its row. */
  readonly rows?: readonly { readonly key: string; readonly cells: readonly ComponentChildren[] }[];
  /** The bodies of a table with other rows. */
  readonly children?: ComponentChildren;
}

/** Shows a table in a box that scrolls. The keyboard reaches the box only if it has a label. */
export function Table({ class: name, boxClass = 'table-scroll', caption, head, numbers = [], ...props }: TableProps) {
  const { cellClass = (column) => (numbers.includes(column) ? 'number' : undefined), rows, children, ...label } = props;
  const table = (
    <table class={name}>
      {caption !== undefined && <caption class="visually-hidden">{caption}</caption>}
      {'type' in head ? head : <TableHead names={head} numbers={numbers} />}
      {children}
      {rows !== undefined && (
        <tbody>
          {rows.map(({ key, cells: [first, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {cells.map((cell, i) => (
                <td key={i} class={cellClass(i + 1)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      )}
    </table>
  );
  if (Object.keys(label).length === 0) return <div class={boxClass}>{table}</div>;
  return (
    <ScrollBox class={boxClass} {...label}>
      {table}
    </ScrollBox>
  );
}

interface TableHeadProps {
  readonly names: readonly ComponentChildren[];
  readonly numbers: readonly number[];
}

/** Shows the head of a table. */
export function TableHead({ names, numbers }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {names.map((name, column) => (
          <th key={column} scope="col" class={numbers.includes(column) ? 'number' : undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface OptionsProps {
  readonly of: readonly (readonly [value: string, name: string])[];
  readonly selected?: string | null;
}

/** Shows the options of a select. */
export function Options({ of, selected = null }: OptionsProps) {
  return (
    <>
      {of.map(([value, name]) => (
        <option key={value} value={value} selected={value === selected}>
          {name}
        </option>
      ))}
    </>
  );
}

interface FilterChoiceProps {
  readonly name: string;
  readonly label: string;
  /** Name of the choice that shows everything. */
  readonly all: string;
  readonly options: OptionsProps['of'];
  readonly chosen: string | null | undefined;
}

/** Shows a choice of a filter. */
export function FilterChoice({ name, label, all, options, chosen = null }: FilterChoiceProps) {
  return (
    <div>
      <label for={`filter-${name}`}>{label}</label>
      <select id={`filter-${name}`} name={name}>
        <option value="">{all}</option>
        <Options of={options} selected={chosen} />
      </select>
    </div>
  );
}

/** Maximum length of an address shown, in characters. The link has all of it. */
const MAX_SHOWN_ADDRESS = 160;

/** Shows an address of an audited site, as a link if its scheme is HTTP or HTTPS. */
export function SiteLink({ url }: { url: string }) {
  const protocol = URL.parse(url)?.protocol;
  const shown = <bdi class="address">{quoteUrl(url, MAX_SHOWN_ADDRESS)}</bdi>;
  if (protocol !== 'https:' && protocol !== 'http:') return shown;
  return (
    <a class="roomy-link" href={url} rel="nofollow noreferrer">
      {shown}
    </a>
  );
}

/** Shows sources as a list of links. */
export function SourceLinks({
  sources,
  small = false,
}: {
  sources: readonly { readonly title: string; readonly url: string }[];
  small?: boolean;
}) {
  return (
    <ul class={small ? 'plain small' : 'plain'}>
      {sources.map(({ title, url }) => (
        <li key={url}>
          <a class="roomy-link" href={url} rel="noreferrer">
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Shows where to get a key, in a sentence. */
export function KeySource({ operator }: Pick<Instance, 'operator'>) {
  const contact = operator?.contact;
  if (contact === undefined) return <>Ask whoever runs this server for one.</>;
  return (
    <>
      Get one from{' '}
      <a class="address" href={contactUrl(contact)}>
        {contact}
      </a>
      .
    </>
  );
}

/** Returns the link target of a contact: of an e-mail address, its mailto URL (RFC 6068). */
export function contactUrl(contact: string): string {
  return /^https?:/.test(contact) ? contact : `mailto:${encodeURI(contact)}`;
}

/** Shows a time in UTC, or in the reader's time zone with the module `browser/times.ts`, which the page lists. @param at ISO 8601 UTC */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} data-local="">
      {formatTime(at)}
    </time>
  );
}
