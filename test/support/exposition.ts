/** The samples of a scrape of `/metrics`. */
export interface Exposition {
  readonly types: ReadonlyMap<string, string>;
  /** One sample for each series. */
  readonly samples: readonly Sample[];
  /** The value of the series with these labels, all of them and no others; 0 when there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number;
}

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*/;
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"/;
const NUMBER = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]Inf|NaN)$/;

/**
 * Reads the text format of Prometheus, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format), strictly.
 *
 * @throws Error with the fault and its line
 */
export function parseExposition(text: string): Exposition {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const samples = new Map<string, Sample>();
  let family = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const fail = (why: string): never => {
      throw new Error(`${why}: ${line}`);
    };
    if (line === '') continue;
    const [, kind, about = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (helped.has(about)) fail('A second HELP');
      helped.add(about);
      family = about;
    } else if (kind === 'TYPE') {
      if (about !== family) fail('A TYPE apart from its HELP');
      if (types.has(about)) fail('A second TYPE');
      if (!['counter', 'gauge', 'histogram', 'summary', 'untyped'].includes(rest)) fail('An unknown TYPE');
      types.set(about, rest);
    } else if (line.startsWith('#')) fail('A comment that is neither HELP nor TYPE');
    else {
      const sample = parseSample(line, fail);
      const type = types.get(family);
      const suffixes =
        type === 'histogram' ? ['_bucket', '_sum', '_count'] : type === 'summary' ? ['', '_sum', '_count'] : [''];
      if (!suffixes.some((suffix) => sample.name === family + suffix)) fail('A sample apart from its family');
      if (type === 'histogram' && sample.name.endsWith('_bucket') !== 'le' in sample.labels) fail('An le out of place');
      const series = toSeriesKey(sample.name, sample.labels);
      if (samples.has(series)) fail('A second sample of a series');
      samples.set(series, sample);
    }
  }
  for (const [name, type] of types) if (type === 'histogram') checkHistogram(name, [...samples.values()]);
  return {
    types,
    samples: [...samples.values()],
    value: (name, labels = {}) => samples.get(toSeriesKey(name, labels))?.value ?? 0,
  };
}

function parseSample(line: string, fail: (why: string) => never): Sample {
  const [name = fail('No name')] = NAME.exec(line) ?? [];
  const labels: Record<string, string> = {};
  let rest = line.slice(name.length);
  if (rest.startsWith('{')) {
    rest = rest.slice(1);
    while (!rest.startsWith('}')) {
      const [whole = fail('No label'), label = '', value = ''] = LABEL.exec(rest) ?? [];
      if (label in labels) fail('A label twice');
      labels[label] = value.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));
      rest = rest.slice(whole.length);
      if (rest.startsWith(',')) rest = rest.slice(1);
      else if (!rest.startsWith('}')) fail('Labels that are not separated');
    }
    rest = rest.slice(1);
  }
  if (!rest.startsWith(' ') || !NUMBER.test(rest.slice(1))) fail('No number');
  return { name, labels, value: Number(rest.slice(1).replace('Inf', 'Infinity')) };
}

/** Asserts that buckets ascend, are cumulative, end with +Inf, and agree with the count. */
function checkHistogram(name: string, samples: readonly Sample[]): void {
  const byLabels = new Map<string, Sample[]>();
  for (const sample of samples.filter((one) => one.name === `${name}_bucket`)) {
    const { le: _, ...labels } = sample.labels;
    const series = toSeriesKey('', labels);
    byLabels.set(series, [...(byLabels.get(series) ?? []), sample]);
  }
  for (const [series, buckets] of byLabels) {
    const bounds = buckets.map(({ labels }) => Number(labels['le']?.replace('Inf', 'Infinity')));
    const counts = buckets.map(({ value }) => value);
    const ascend = (values: readonly number[]) => values.every((value, n) => n === 0 || value >= (values[n - 1] ?? 0));
    const count = samples.find((one) => one.name === `${name}_count` && toSeriesKey('', one.labels) === series)?.value;
    const sum = samples.find((one) => one.name === `${name}_sum` && toSeriesKey('', one.labels) === series)?.value;
    if (
      !ascend(bounds) ||
      !ascend(counts) ||
      bounds.at(-1) !== Infinity ||
      counts.at(-1) !== count ||
      sum === undefined
    ) {
      throw new Error(`The histogram ${name}${series} is none.`);
    }
  }
}

function toSeriesKey(name: string, labels: Readonly<Record<string, string>>): string {
  return JSON.stringify([name, Object.entries(labels).sort()]);
}
