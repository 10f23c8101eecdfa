import { metrics, metricsIn } from '../../../deploy/monitoring/metrics.ts';

/** Labels that Prometheus adds to every series, each with its values; null: any. */
const targetLabels: Readonly<Record<string, readonly string[] | null>> = {
  container: ['api', 'scheduler', 'script-runner'],
  ...{ pod: null, namespace: null },
};

/** A comparison within braces. */
export interface Matcher {
  readonly metric: string;
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/** All comparisons of an expression: `name{label="value"}`. */
export const matchersIn = (expression: string): readonly Matcher[] =>
  Array.from(expression.matchAll(/(\w+)\{([^}]*)\}/g)).flatMap(([, metric = '', inside = '']) =>
    Array.from(inside.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g), ([, label = '', operator = '', value = '']) => ({
      ...{ metric, label, operator, value },
    })),
  );

/** Whether a value of a label matches a matcher. */
export const matchesValue = ({ operator, value }: Matcher, candidate: string): boolean =>
  operator.endsWith('~') ? new RegExp(`^(?:${value})$`).test(candidate) : value === candidate;

/** The labels of a series by its name in an expression: those of a bucket have `le`. */
function labelsOf(series: string): Readonly<Record<string, readonly string[] | null>> {
  const [name = ''] = metricsIn(series);
  return { ...targetLabels, ...(series.endsWith('_bucket') && { le: null }), ...metrics[name]?.labels };
}

/** The names by which an expression puts series together. */
const groupLabelsIn = (expression: string): readonly string[] =>
  Array.from(expression.matchAll(/\bby \(([^)]*)\)/g)).flatMap(([, names = '']) => names.split(', '));

/**
 * The parts of an expression that match nothing: a label that none of its metrics has, or a value that a label never
 * has.
 */
export function unmatchedParts(expression: string): readonly string[] {
  const series = expression.replace(/"[^"]*"/g, '').match(/\b(?:slipway|process|nodejs)_\w+/g) ?? ['up'];
  const groups = groupLabelsIn(expression).filter(
    (label) => !series.every((candidate) => label in labelsOf(candidate)),
  );
  const matchers = matchersIn(expression).filter((matcher) => {
    const values = labelsOf(matcher.metric)[matcher.label];
    if (values === undefined) return true;
    const alternatives = matcher.operator.endsWith('~') ? matcher.value.split('|') : [matcher.value];
    return (
      values !== null &&
      !alternatives.every((value) => values.some((candidate) => matchesValue({ ...matcher, value }, candidate)))
    );
  });
  return [...groups, ...matchers.map(({ metric, label, value }) => `${metric}{${label}: ${value}}`)];
}
