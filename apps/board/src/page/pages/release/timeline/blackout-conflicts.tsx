import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import TriangleAlert from '~icons/lucide/triangle-alert';
import { Icon } from '../../../components/marks/icon.tsx';
import { Moment } from '../../../components/moment.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';

type Conflict = ReleaseResponse['$metadata']['blackout']['conflicts'][number];

interface Props {
  readonly conflicts: readonly Conflict[];
  /** The blackouts whose names are loaded. */
  readonly blackouts: readonly BlackoutResponse[];
  /** Returns the path of a task; null for a phase and for the release. */
  readonly taskUrl: (id: string) => string | null;
  /** Moves a release, phase or task by a number of milliseconds; null if the user lacks the permission. */
  readonly move: ((id: string, offsetMs: number) => void) | null;
}

/** The maximum number of conflicts in the list. Others appear as the user resolves these. */
const maxConflicts = 20;

/** The items with a planned start in a blackout, each with the first free time after the blackout. */
export function BlackoutConflicts({ conflicts, blackouts, taskUrl, move }: Props) {
  if (conflicts.length === 0) return null;
  const labelOf = (id: string): string | undefined =>
    blackouts.find((blackout) => lastSegment(blackout.id) === lastSegment(id))?.label;
  return (
    <section class="alert waits conflicts" aria-label="Blackout conflicts">
      <ul>
        {conflicts.slice(0, maxConflicts).map(({ id, title, scheduledStartDate, blackoutId, firstFree }) => {
          const url = taskUrl(id);
          return (
            <li key={id}>
              <Icon of={TriangleAlert} />
              <span>
                <b>
                  <bdi>{title}</bdi>
                </b>{' '}
                is planned to start in <b>{labelOf(blackoutId) ?? t('a blackout')}</b>,{' '}
                <Moment at={scheduledStartDate} />. First free time:{' '}
                <b>
                  <Moment at={firstFree} />
                </b>
                .
              </span>
              <span class="row wrapped">
                <button
                  type="button"
                  class="small"
                  disabled={move === null}
                  onClick={() => move?.(id, Date.parse(firstFree) - Date.parse(scheduledStartDate))}
                >
                  <span>
                    Move to <Moment at={firstFree} />
                  </span>
                </button>
                {url !== null && (
                  <Link to={url} class="button quiet small">
                    Choose another time…
                  </Link>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {conflicts.length > maxConflicts && <p>{conflicts.length - maxConflicts} more conflicts</p>}
    </section>
  );
}
