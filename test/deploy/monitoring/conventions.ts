type Kind = 'counter' | 'gauge' | 'histogram';
type Labels = Readonly<Record<string, readonly string[] | null>>;

/** Words that the style guide replaces, also as parts of names. */
const nonstandard =
  /^(?:nudges?|away|lacks?|lacking|forg[eo]t(?:ten)?|told|places?|asked|asking|kept|brought|looks?|held|wakes|well|done|gone|ended|ends?|left|given|turned)$/;
/** Units that are not base units, abbreviated units, and suffixes that Prometheus adds to series. */
const wrongSuffix =
  /_(?:ns|us|ms|s|milliseconds|microseconds|minutes|hours|days|kb|mb|kilobytes|megabytes|percent|bucket|sum|count)(?:_total)?$/;

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split('_');
const nonstandardIn = (name: string): readonly string[] => wordsOf(name).filter((word) => nonstandard.test(word));

/** Returns how the name and labels of a metric differ from the naming conventions of Prometheus. */
export function nameFaults(name: string, kind: Kind, labels: Labels = {}): readonly string[] {
  const faults: string[] = [];
  if (!/^slipway(?:_[a-z][a-z0-9]*)+$/.test(name)) faults.push('a name is lower snake case with the prefix slipway_');
  if (name.endsWith('_total') !== (kind === 'counter')) faults.push('a name ends in _total if it is a counter');
  if (wrongSuffix.test(name)) faults.push('a unit is a base unit, and a suffix is not one of Prometheus');
  if (kind === 'histogram' && !/_(?:seconds|bytes)$/.test(name)) faults.push('a histogram ends in its unit');
  if (/_(?:counter|gauge|histogram)(?:_|$)/.test(name)) faults.push('a name has no metric type');
  const wrongLabels = Object.keys(labels).filter((label) => !/^[a-z]+(?:_[a-z]+)*$/.test(label));
  faults.push(...wrongLabels.map((label) => `a label is lower snake case: ${label}`));
  const values = Object.values(labels).flatMap((some) => some ?? []);
  faults.push(...[name, ...Object.keys(labels), ...values].flatMap(nonstandardIn).map((word) => `a word: ${word}`));
  return faults;
}

/** Returns how the name of an alert differs from the conventions: it is in Pascal case, with the prefix Slipway. */
export const alertFaults = (name: string): readonly string[] => [
  ...(/^Slipway(?:[A-Z][a-z]+)+$/.test(name) ? [] : ['a name is Pascal case with the prefix Slipway']),
  ...nonstandardIn(name).map((word) => `a word: ${word}`),
];
