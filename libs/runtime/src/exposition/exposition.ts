import { type OpenMetricsContentType, Registry } from 'prom-client';

/** All that is measured, in the format that was asked for. */
export interface Exposed {
  readonly type: string;
  readonly text: string;
}

/** prom-client's writer of one metric in the format of its registry, which its types do not tell of. */
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
          if (told === undefined) throw new Error(`nobody measures ${name} any more`);
          // prom-client has its types in words, whatever its declarations say
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
 * What a registry has measured, as who asks `accept`s it: OpenMetrics, with exemplars, for those who name it, and else the
 * format that everybody reads.
 */
export async function expose(registry: Registry, accept: string | undefined): Promise<Exposed> {
  if (!wantsOpenMetrics(accept)) return { type: registry.contentType, text: await registry.metrics() };
  return { type: openMetrics.contentType, text: await inOpenMetrics(registry) };
}
