import { currentIds } from '@slipway/tracing';
import { Histogram, type HistogramConfiguration, type Registry } from 'prom-client';

/**
 * The minimum age of an exemplar before it is replaced. Collectors poll every few seconds, and a replacement costs more
 * than a plain observation.
 */
const minExemplarMs = 1_000;

/** One series of a histogram, for one combination of label values. */
interface Series {
  count(seconds: number): void;
  /** The time of the exemplar of each bucket, in monotonic milliseconds. The last bucket is above all bounds. */
  readonly shownAt: number[];
}

/**
 * The constructor of prom-client rejects exemplars if a registry has a format without them. Such a registry can be
 * added later, and omits the exemplars.
 */
function histogramOf(definition: HistogramConfiguration<string>, registers: readonly Registry[]): Histogram {
  const histogram = new Histogram({ ...definition, enableExemplars: true, registers: [] });
  for (const register of registers) register.registerMetric(histogram);
  return histogram;
}

/**
 * Creates a histogram in seconds. The returned function takes the label values in order, and milliseconds. The current
 * trace, if sampled, becomes the exemplar of its bucket for at least a second.
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
