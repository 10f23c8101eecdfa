import type { ReleaseAnswer } from '@slipway/wire';
import { Moment } from '../../../parts/moment.tsx';

type Conflict = ReleaseAnswer['$metadata']['blackout']['conflicts'][number];

interface Props {
  readonly conflicts: readonly Conflict[];
  /** Moves what is in the way by so many milliseconds; null: that may not be done. */
  readonly move: ((id: string, by: number) => void) | null;
}

/** So many are named; the others come when these are out of the way. */
const most = 20;

/** What is planned to start in a blackout, each with the first free moment after that. */
export function Conflicts({ conflicts, move }: Props) {
  if (conflicts.length === 0) return null;
  return (
    <section class="reason" aria-label="In a blackout">
      <ul class="files">
        {conflicts.slice(0, most).map(({ id, title, scheduledStartDate, firstFree }) => (
          <li key={id}>
            <span aria-hidden="true">⚠</span> <bdi>{title}</bdi> is planned to start in a blackout, at{' '}
            <Moment at={scheduledStartDate} />. First free: <Moment at={firstFree} />.{' '}
            <button
              type="button"
              disabled={move === null}
              onClick={() => move?.(id, Date.parse(firstFree) - Date.parse(scheduledStartDate))}
            >
              <span>
                Move <bdi>{title}</bdi> there
              </span>
            </button>
          </li>
        ))}
      </ul>
      {conflicts.length > most && <p>{conflicts.length - most} more are.</p>}
    </section>
  );
}
