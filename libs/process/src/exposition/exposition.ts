import { type OpenMetricsContentType, Registry } from 'prom-client';
import { asDeprecated } from './deprecated-metrics.ts';

/** All metrics, in the requested format. */
export interface Exposition {
  readonly type: string;
  readonly text: string;
}

/** Formats one metric in the format of its registry. The types of prom-client lack this method. */
interface Writer {
  getMetricsAsString(metric: { get(): Promise<object> }): Promise<string>;
}

const isWriter = (registry: object): registry is Writer => 'getMetricsAsString' in registry;

function writerOf(registry: object): Writer {
  if (!isWriter(registry)) throw new Error('this version of prom-client cannot write one metric');
  return registry;
}

const openMetrics = new Registry<OpenMetricsContentType>();
openMetrics.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);

/** In OpenMetrics, the name of a counter has no suffix `_total`, but the names of its samples do. */
const withoutTotal = (name: string): string => name.replace(/_total$/, '');

/** Collects a metric once, and writes it under its name, and under its deprecated name if it has one. */
async function written(registry: Registry, name: string, format: Registry | typeof openMetrics): Promise<string[]> {
  const collected = await registry.getSingleMetric(name)?.get();
  if (collected === undefined) throw new Error(`the metric ${name} is no longer registered`);
  const deprecated = asDeprecated(collected);
  return await Promise.all(
    (deprecated === null ? [collected] : [collected, deprecated]).map((metric) => {
      // prom-client has its types as words, against its declarations.
      const isShortened = format === openMetrics && String(metric.type) === 'counter';
      const named = isShortened ? { ...metric, name: withoutTotal(metric.name) } : metric;
      return writerOf(format).getMetricsAsString({ get: async () => named });
    }),
  );
}

async function inFormat(registry: Registry, format: Registry | typeof openMetrics): Promise<readonly string[]> {
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  return (await Promise.all(names.map((name) => written(registry, name, format)))).flat();
}

/** The metrics of a registry in the Prometheus format. */
export const plainText = async (registry: Registry): Promise<string> =>
  `${(await inFormat(registry, registry)).join('\n\n')}\n`;

const wantsOpenMetrics = (accept: string | undefined): boolean =>
  accept?.includes('application/openmetrics-text') === true;

/**
 * The metrics of a registry in the format of the `Accept` header: OpenMetrics, with exemplars, if listed, and
 * otherwise the Prometheus format.
 */
export async function expose(registry: Registry, accept: string | undefined): Promise<Exposition> {
  if (!wantsOpenMetrics(accept)) return { type: registry.contentType, text: await plainText(registry) };
  const texts = await inFormat(registry, openMetrics);
  return { type: openMetrics.contentType, text: `${texts.join('\n')}\n# EOF\n` };
}
