import { type OpenMetricsContentType, Registry } from 'prom-client';

/** All metrics, in the requested format. */
export interface Exposed {
  readonly type: string;
  readonly text: string;
}

/** prom-client's writer of one metric in the format of its registry, which its types lack. */
interface Writer {
  getMetricsAsString(metric: { get(): Promise<object> }): Promise<string>;
}

const openMetrics = new Registry<OpenMetricsContentType>();
openMetrics.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
const writesOpenMetrics = (registry: object): registry is Writer => 'getMetricsAsString' in registry;

/** In OpenMetrics a counter is named without `_total`, which its samples have behind the name. */
const withoutTotal = (name: string): string => name.replace(/_total$/, '');

async function inOpenMetrics(registry: Registry): Promise<string> {
  if (!writesOpenMetrics(openMetrics)) throw new Error('this version of prom-client cannot write one metric');
  const writer = openMetrics;
  const texts = await Promise.all(
    registry.getMetricsAsArray().map(({ name }) =>
      writer.getMetricsAsString({
        get: async () => {
          const told = await registry.getSingleMetric(name)?.get();
          if (told === undefined) throw new Error(`the metric ${name} is no longer registered`);
          // prom-client has its types as words, against its declarations.
          const isCounter = String(told.type) === 'counter';
          return isCounter ? { ...told, name: withoutTotal(told.name) } : told;
        },
      }),
    ),
  );
  return `${texts.join('\n')}\n# EOF\n`;
}

const wantsOpenMetrics = (accept: string | undefined): boolean =>
  accept?.includes('application/openmetrics-text') === true;

/**
 * The metrics of a registry in the format of the `Accept` header: OpenMetrics, with exemplars, if listed, and
 * otherwise the Prometheus format.
 */
export async function expose(registry: Registry, accept: string | undefined): Promise<Exposed> {
  if (!wantsOpenMetrics(accept)) return { type: registry.contentType, text: await registry.metrics() };
  return { type: openMetrics.contentType, text: await inOpenMetrics(registry) };
}
