import type { Outcome } from '@slipway/domain';
import type { Queue } from '@slipway/queue';

/** Tells the queue of scripts that wait for somebody to take them up; what is told twice is one message. */
export function sendScripts(queue: Pick<Queue, 'send'>, { release, awaits }: Outcome): void {
  for (const { kind, reference, until } of awaits) {
    if (kind !== 'script' || until !== null) continue;
    queue.send('runScript', { data: { releaseId: release.id, runId: reference }, id: `script-${reference}` });
  }
}
