import { type BadgeStyle, parseBadgeLabel } from '../../documents/badge/badge-svg.ts';
import { parseHexColor } from '../../values/color.ts';
import { refuseParameter } from '../app/errors.ts';
import type { BadgeChoice } from './published-domain-store.ts';

/** Label and colours of a badge as they were sent. Null and absent: the default. */
export interface SentBadge {
  readonly label?: string | null | undefined;
  readonly label_color?: string | null | undefined;
  /** The spelling of shields.io. `label_color` takes precedence. */
  readonly labelColor?: string | null | undefined;
  readonly color?: string | null | undefined;
}

/** Parses the choices for a badge. @throws Refusal 400 that names the parameter */
export function parseBadgeChoice({ label, label_color, labelColor, color }: SentBadge): BadgeChoice {
  const [name, ofLabel] = label_color == null ? ['labelColor', labelColor] : ['label_color', label_color];
  return {
    label: parsed('label', label, parseBadgeLabel),
    labelColor: parsed(name ?? '', ofLabel, parseHexColor),
    color: parsed('color', color, parseHexColor),
  };
}

function parsed(name: string, text: string | null | undefined, parse: (text: string) => string | null): string | null {
  if (text === null || text === undefined) return null;
  const value = parse(text);
  if (value === null) throw refuseParameter(name);
  return value;
}

/** Returns choices under the API's names. */
export function toSentBadge({ label, labelColor, color }: BadgeChoice) {
  return { label, label_color: labelColor, color };
}

/** Returns the parts of a style that were chosen. What was stored is parsed again: its form may have changed since. */
export function parseStyle({
  label,
  labelColor,
  color,
}: BadgeChoice): Pick<BadgeStyle, 'label' | 'labelColor' | 'color'> {
  const [text, ofLabel, ofScore] = [
    label === null ? null : parseBadgeLabel(label),
    labelColor === null ? null : parseHexColor(labelColor),
    color === null ? null : parseHexColor(color),
  ];
  return {
    ...(text === null ? {} : { label: text }),
    ...(ofLabel === null ? {} : { labelColor: ofLabel }),
    ...(ofScore === null ? {} : { color: ofScore }),
  };
}
