import type { Outcome } from '@slipway/domain/decision';
import type { Queue } from '@slipway/queue';

/** Sends a message for each unclaimed script run. Its id is the id of the run, so that duplicates are merged. */
export function sendScripts(queue: Pick<Queue, 'send'>, { release, awaits }: Outcome): void {
  for (const { kind, reference, until } of awaits) {
    if (kind !== 'script' || until !== null) continue;
    queue.send('runScript', { data: { releaseId: release.id, runId: reference }, id: `script-${reference}` });
  }
}
