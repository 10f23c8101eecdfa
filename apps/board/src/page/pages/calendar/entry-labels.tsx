import { StatusBadge } from '../../components/status.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import type { BlackoutEntry, ReleaseEntry } from './entries.ts';

/** The overlap of a release with a blackout, by word and shape. */
export function BlackoutOverlap({ entry: { firstFree, overlapsBlackout } }: { readonly entry: ReleaseEntry }) {
  if (firstFree === null && !overlapsBlackout) return null;
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
export const ReleaseLabel = ({ entry }: { readonly entry: ReleaseEntry }) => (
  <>
    <Link to={`/releases/${lastSegment(entry.id)}?form=timeline`}>{entry.title}</Link>
    <StatusBadge status={entry.status} />
    <BlackoutOverlap entry={entry} />
  </>
);

interface Props {
  readonly entry: BlackoutEntry;
  readonly open: (entry: BlackoutEntry) => void;
}

/** A blackout of a calendar, whose label opens it. */
export const BlackoutButton = ({ entry, open }: Props) => (
  <button type="button" class="quiet frozen" onClick={() => open(entry)}>
    <span class="shape" aria-hidden="true">
      ▨
    </span>
    <span class="unseen">Blackout: </span>
    {entry.title}
  </button>
);
