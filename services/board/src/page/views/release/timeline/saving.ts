import type { PhaseAnswer, ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import type { Entity } from '../../../data/entity.ts';
import { change } from '../../../data/rest.ts';
import { lastOf } from '../../../place/ids.ts';
import type { NewDates } from '../dates.tsx';
import { taskIn, withTask } from '../plan.ts';

type Dated = Pick<TaskAnswer, 'scheduledStartDate' | 'dueDate'>;

const withPhase = (release: ReleaseAnswer, phase: PhaseAnswer): ReleaseAnswer => ({
  ...release,
  phases: release.phases.map((one) => (one.id === phase.id ? phase : one)),
});

/** The dates of a release, or of what is in it. */
export const datedOf = (release: ReleaseAnswer, id: string): Dated =>
  release.id === id ? release : (release.phases.find((phase) => phase.id === id) ?? taskIn(release, lastOf(id)) ?? {});

const asKnown = ({ scheduledStartDate, dueDate }: NewDates): Dated => ({
  ...(typeof scheduledStartDate === 'string' && { scheduledStartDate }),
  ...(typeof dueDate === 'string' && { dueDate }),
});

/** Gives a release, or something in it, other dates: they are shown at once, and taken back when they are refused. Throws Refused, Away. */
export async function saveDates(
  shown: Entity<ReleaseAnswer>,
  release: ReleaseAnswer,
  id: string,
  dates: NewDates,
): Promise<void> {
  const before = shown.value.peek() ?? release;
  const now = (): ReleaseAnswer => shown.value.peek() ?? before;
  const phase = before.phases.find((one) => one.id === id);
  const task = taskIn(before, lastOf(id));
  if (phase !== undefined) {
    await shown.foresee(withPhase(before, { ...phase, ...asKnown(dates) }), async () =>
      withPhase(now(), await change<PhaseAnswer>('PUT', `/phases/${lastOf(id)}`, dates)),
    );
  } else if (task !== undefined) {
    await shown.foresee(withTask(before, { ...task, ...asKnown(dates) }), async () =>
      withTask(now(), await change<TaskAnswer>('PUT', `/tasks/${lastOf(id)}`, dates)),
    );
  } else if (before.id === id) {
    await shown.foresee({ ...before, ...asKnown(dates) }, () => change('PUT', `/releases/${lastOf(id)}`, dates));
  }
}
