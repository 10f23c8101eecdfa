import { StatusMark } from '../../parts/status.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';
import type { BlackoutEntry, ReleaseEntry } from './entries.ts';

/** The overlap of a release with a blackout, by word and shape. */
export function Meeting({ entry: { firstFree, meetsBlackout } }: { readonly entry: ReleaseEntry }) {
  if (firstFree === null && !meetsBlackout) return null;
  return (
    <span class={firstFree === null ? 'status waits' : 'status failed'}>
      <span class="shape" aria-hidden="true">
        {firstFree === null ? '▨' : '⚠'}
      </span>
      {firstFree === null ? 'Overlaps a blackout' : 'Starts in a blackout'}
    </span>
  );
}

/** A release of a calendar, with its title as link. */
export const ReleaseMark = ({ entry }: { readonly entry: ReleaseEntry }) => (
  <>
    <Link to={`/releases/${lastOf(entry.id)}?form=timeline`}>{entry.title}</Link>
    <StatusMark status={entry.status} />
    <Meeting entry={entry} />
  </>
);

interface Props {
  readonly entry: BlackoutEntry;
  readonly open: (entry: BlackoutEntry) => void;
}

/** A blackout of a calendar, whose label opens it. */
export const BlackoutMark = ({ entry, open }: Props) => (
  <button type="button" class="quiet frozen" onClick={() => open(entry)}>
    <span class="shape" aria-hidden="true">
      ▨
    </span>
    <span class="unseen">Blackout: </span>
    {entry.title}
  </button>
);
