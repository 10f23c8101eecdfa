import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { Moment } from '../../../components/moment.tsx';

type Conflict = ReleaseResponse['$metadata']['blackout']['conflicts'][number];

interface Props {
  readonly conflicts: readonly Conflict[];
  /** Moves a release, phase or task by a number of milliseconds; null if the user lacks the permission. */
  readonly move: ((id: string, offsetMs: number) => void) | null;
}

/** The maximum number of conflicts in the list. Others appear as the user resolves these. */
const maxConflicts = 20;

/** The items with a planned start in a blackout, each with the first free time after the blackout. */
export function BlackoutConflicts({ conflicts, move }: Props) {
  if (conflicts.length === 0) return null;
  return (
    <section class="reason" aria-label="Blackout conflicts">
      <ul class="files">
        {conflicts.slice(0, maxConflicts).map(({ id, title, scheduledStartDate, firstFree }) => (
          <li key={id}>
            <span aria-hidden="true">⚠</span> <bdi>{title}</bdi> is planned to start in a blackout,{' '}
            <Moment at={scheduledStartDate} />. First free time: <Moment at={firstFree} />.{' '}
            <button
              type="button"
              disabled={move === null}
              onClick={() => move?.(id, Date.parse(firstFree) - Date.parse(scheduledStartDate))}
            >
              <span>
                Move to <Moment at={firstFree} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {conflicts.length > maxConflicts && <p>{conflicts.length - maxConflicts} more conflicts</p>}
    </section>
  );
}
