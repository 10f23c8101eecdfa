import type { PhaseResponse, ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import type { Entity } from '../../../api/entity.ts';
import { mutate } from '../../../api/rest.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import type { NewDates } from '../dates.tsx';
import { findTask, withTask } from '../plan.ts';

type PlannedDates = Pick<TaskResponse, 'scheduledStartDate' | 'dueDate'>;

const withPhase = (release: ReleaseResponse, phase: PhaseResponse): ReleaseResponse => ({
  ...release,
  phases: release.phases.map((item) => (item.id === phase.id ? phase : item)),
});

/** The dates of a release, or of what is in it. */
export const plannedDatesOf = (release: ReleaseResponse, id: string): PlannedDates =>
  release.id === id
    ? release
    : (release.phases.find((phase) => phase.id === id) ?? findTask(release, lastSegment(id)) ?? {});

const toPlannedDates = ({ scheduledStartDate, dueDate }: NewDates): PlannedDates => ({
  ...(typeof scheduledStartDate === 'string' && { scheduledStartDate }),
  ...(typeof dueDate === 'string' && { dueDate }),
});

/** Gives a release, or something in it, other dates: they are shown at once, and taken back when they are refused. Throws ApiError, OfflineError. */
export async function saveDates(
  entity: Entity<ReleaseResponse>,
  release: ReleaseResponse,
  id: string,
  dates: NewDates,
): Promise<void> {
  const before = entity.value.peek() ?? release;
  const latestRelease = (): ReleaseResponse => entity.value.peek() ?? before;
  const phase = before.phases.find((item) => item.id === id);
  const task = findTask(before, lastSegment(id));
  if (phase !== undefined) {
    await entity.updateOptimistically(withPhase(before, { ...phase, ...toPlannedDates(dates) }), async () =>
      withPhase(latestRelease(), await mutate<PhaseResponse>('PUT', `/phases/${lastSegment(id)}`, dates)),
    );
  } else if (task !== undefined) {
    await entity.updateOptimistically(withTask(before, { ...task, ...toPlannedDates(dates) }), async () =>
      withTask(latestRelease(), await mutate<TaskResponse>('PUT', `/tasks/${lastSegment(id)}`, dates)),
    );
  } else if (before.id === id) {
    await entity.updateOptimistically({ ...before, ...toPlannedDates(dates) }, () =>
      mutate('PUT', `/releases/${lastSegment(id)}`, dates),
    );
  }
}
