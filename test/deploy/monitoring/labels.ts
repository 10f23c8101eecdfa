import { metrics, metricsIn } from '../../../deploy/monitoring/metrics.ts';

/** Labels that Prometheus adds to every series, with their possible values; null: any value. */
const targetLabels: Readonly<Record<string, readonly string[] | null>> = {
  container: ['api', 'scheduler', 'script-runner'],
  ...{ pod: null, namespace: null },
};

/** A label matcher in braces. */
export interface Matcher {
  readonly metric: string;
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/** Returns all label matchers of an expression: `name{label="value"}`. */
export const matchersIn = (expression: string): readonly Matcher[] =>
  Array.from(expression.matchAll(/(\w+)\{([^}]*)\}/g)).flatMap(([, metric = '', inside = '']) =>
    Array.from(inside.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g), ([, label = '', operator = '', value = '']) => ({
      ...{ metric, label, operator, value },
    })),
  );

/** Whether a matcher accepts a label value. Negative operators are treated like their positive counterparts. */
export const matchesValue = ({ operator, value }: Matcher, candidate: string): boolean =>
  operator.endsWith('~') ? new RegExp(`^(?:${value})$`).test(candidate) : value === candidate;

/** Returns the labels of a series. A bucket of a histogram also has `le`. */
function labelsOf(series: string): Readonly<Record<string, readonly string[] | null>> {
  const [name = ''] = metricsIn(series);
  return { ...targetLabels, ...(series.endsWith('_bucket') && { le: null }), ...metrics[name]?.labels };
}

/** Returns the labels in the `by` clauses of an expression. */
const groupLabelsIn = (expression: string): readonly string[] =>
  Array.from(expression.matchAll(/\bby \(([^)]*)\)/g)).flatMap(([, names = '']) => names.split(', '));

/**
 * Returns the parts of an expression that match nothing: a label that one of its metrics does not have, or a value
 * that a label never has.
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
