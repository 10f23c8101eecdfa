import { type EndedRelease, releaseFactsOf } from '@slipway/domain/insights';
import type { Database } from '@slipway/persistence/database';
import { countActiveReleases, readTemplateTitles } from '@slipway/persistence/insights';
import type { Process } from '@slipway/process';
import { type ActivePipelines, startPipelineMetrics } from '@slipway/tracing';

/** Records ended releases as runs of pipelines. */
export type RecordRuns = (ended: readonly EndedRelease[]) => Promise<void>;

/** The part of a process that metrics of pipelines need. */
interface PipelineProcess {
  readonly config: Pick<Process['config'], 'pipelineMetrics'>;
  readonly logger: Pick<Process['logger'], 'warn'>;
  readonly lifecycle: Pick<Process['lifecycle'], 'start'>;
}

/** The minimum time between two warnings about an unavailable collector. */
const warnEveryMs = 60_000;

/** Starts metrics of releases by the semantic conventions for CI/CD. Returns null if no collector is configured. */
export async function startPipelines(
  { config: { pipelineMetrics }, logger, lifecycle }: PipelineProcess,
  database: Database,
): Promise<RecordRuns | null> {
  if (pipelineMetrics === undefined) return null;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const lost = (reason: string): void => {
    if (performance.now() - warnedAt < warnEveryMs) return;
    warnedAt = performance.now();
    logger.warn({ reason }, 'could not send metrics of pipelines; the next export repeats them');
  };
  const readActive = async (): Promise<readonly ActivePipelines[]> =>
    (await countActiveReleases(database)).map(({ template, started, count }) => ({
      ...{ name: template, state: started ? 'executing' : 'pending', count },
    }));
  const metrics = await lifecycle.start(
    'pipeline metrics',
    () => startPipelineMetrics(pipelineMetrics, { readActive, lost }),
    (started) => started.stop(),
  );
  return async (ended) => {
    if (ended.length === 0) return;
    const templateIds = ended.flatMap(({ release }) => release.originTemplateId ?? []);
    const titles = await readTemplateTitles(database, [...new Set(templateIds)]);
    for (const each of ended) {
      const { release } = each;
      const { timeToStart, duration, failures } = releaseFactsOf(each);
      metrics.ended({
        id: release.id,
        name: titles.get(release.originTemplateId ?? '') ?? null,
        result: release.status === 'COMPLETED' ? 'success' : 'cancellation',
        ...{ pendingMs: timeToStart, executingMs: duration, errors: failures },
      });
    }
  };
}
