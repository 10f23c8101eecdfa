import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';
import { EntryRow } from './bar.tsx';
import type { Day } from './days.ts';
import type { BlackoutEntry, Entry } from './entries.ts';

/** The maximum number of entries in the list. A link opens the others. */
const maxEntries = 50;

interface Props {
  readonly day: Day;
  /** The name of the day. */
  readonly dayName: string;
  /** The entries of the day without a bar. */
  readonly entries: readonly Entry[];
  readonly open: (entry: BlackoutEntry) => void;
  /** The label and path of the view that shows more entries of the day. */
  readonly link: readonly [label: string, to: string];
}

/** A button that opens the list of the entries of a day that have no bar. */
export function MoreEntries({ day, dayName, entries, open, link: [linkLabel, to] }: Props) {
  const id = useId();
  // A month may have many such lists, so a closed list has no content.
  const isOpen = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="more-entries"
        popovertarget={id}
        aria-label={t`+${entries.length} more on ${dayName}`}
      >
        +{entries.length}
        <span class="more-word"> more</span>
      </button>
      <div
        id={id}
        class="menu rest"
        popover="auto"
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') isOpen.value = true;
        }}
        onToggle={({ newState }) => {
          // Only now, because the browser returns the focus to the button from a link that still exists.
          if (newState === 'closed') isOpen.value = false;
        }}
      >
        {isOpen.value && (
          <>
            <p class="heading">{dayName}</p>
            <ul>
              {entries.slice(0, maxEntries).map((entry) => (
                <EntryRow key={entry.id} entry={entry} day={day} open={open} />
              ))}
            </ul>
            <Link to={to}>{linkLabel}</Link>
          </>
        )}
      </div>
    </>
  );
}
