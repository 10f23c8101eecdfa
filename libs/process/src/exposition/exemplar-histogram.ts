import { currentIds } from '@slipway/tracing';
import { Histogram, type HistogramConfiguration, type Registry } from 'prom-client';

/**
 * The minimum age of an exemplar before it is replaced: collectors poll every few seconds, and a replacement costs
 * more than a count.
 */
const minExemplarMs = 1_000;

/** One series of a histogram: its values of labels. */
interface Series {
  count(seconds: number): void;
  /** The time of each bucket's exemplar, the last of them above all bounds; in monotonic milliseconds. */
  readonly shownAt: number[];
}

/** prom-client refuses exemplars where a registry of another format is named at once; that one leaves them out. */
function histogramOf(definition: HistogramConfiguration<string>, registers: readonly Registry[]): Histogram {
  const histogram = new Histogram({ ...definition, enableExemplars: true, registers: [] });
  for (const register of registers) register.registerMetric(histogram);
  return histogram;
}

/**
 * A histogram of seconds that takes milliseconds, with the values of its labels in order. The present trace, if
 * sampled, is the exemplar of its bucket, for a second at least.
 */
export function createExemplarHistogram(
  definition: HistogramConfiguration<string> & { readonly buckets: readonly number[] },
  registers: readonly Registry[],
): (values: readonly string[], ms: number) => void {
  const { buckets, labelNames = [] } = definition;
  const histogram = histogramOf({ ...definition, buckets: [...buckets] }, registers);
  const seriesByLabels = new Map<string, Series>();
  const seriesOf = (values: readonly string[]): Series => {
    const key = values.join(' ');
    const existing = seriesByLabels.get(key);
    if (existing !== undefined) return existing;
    const child = histogram.labels(...values);
    const created = { count: child.observe.bind(child), shownAt: [] };
    seriesByLabels.set(key, created);
    return created;
  };
  const observeWithExemplar = (values: readonly string[], seconds: number, traceId: string): void => {
    const labels = Object.fromEntries(labelNames.map((name, index) => [name, values[index] ?? '']));
    histogram.observe({ labels, value: seconds, exemplarLabels: { trace_id: traceId } });
  };
  return (values, ms) => {
    const { count, shownAt } = seriesOf(values);
    const seconds = ms / 1_000;
    const ids = currentIds();
    if (ids === null) return count(seconds);
    const bucket = buckets.findIndex((bound) => seconds <= bound);
    const bucketIndex = bucket < 0 ? buckets.length : bucket;
    const now = performance.now();
    if (now - (shownAt[bucketIndex] ?? Number.NEGATIVE_INFINITY) < minExemplarMs) return count(seconds);
    shownAt[bucketIndex] = now;
    observeWithExemplar(values, seconds, ids.traceId);
  };
}
