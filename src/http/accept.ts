/**
 * Whether an Accept field (RFC 9110 §12.5.1) wants one media type more than another. The most specific range that fits
 * decides; without the field, everything is wanted alike.
 */
export function isPreferred(type: string, over: string, accept = '*/*'): boolean {
  const ranges = accept.split(',').map((entry) => {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { range, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
  });
  const qualityOf = (wanted: string): number => {
    const candidates = [wanted, `${wanted.split('/')[0]}/*`, '*/*'];
    const [best] = candidates.flatMap((candidate) => ranges.find(({ range }) => range === candidate) ?? []);
    return best?.quality ?? 0;
  };
  return qualityOf(type) > qualityOf(over);
}
