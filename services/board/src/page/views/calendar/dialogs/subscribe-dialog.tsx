import { useSignal } from '@preact/signals';
import type { CalendarAddressAnswer, NewCalendarAddressAnswer } from '@slipway/wire';
import { useMemo } from 'preact/hooks';
import { change } from '../../../data/rest.ts';
import { folderNamed, useFolders } from '../../../live/folders.ts';
import { useEntity } from '../../../live/use-entity.ts';
import { CopiedText } from '../../../parts/copied-text.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { FolderField } from '../../../parts/folder-field.tsx';
import { useDoing } from '../../../parts/form-dialog.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { base } from '../../../place/base.ts';
import { lastOf } from '../../../place/ids.ts';

/** Where a calendar is that REST names by its path below the root. */
const addressAt = (path: string): string => new URL(path.replace(/^\//, ''), base).href;

interface AddressesProps {
  readonly addresses: readonly CalendarAddressAnswer[];
  readonly end: (id: string) => void;
}

/** One's addresses: of a folder that may not be seen, its id. */
function Addresses({ addresses, end }: AddressesProps) {
  const folders = useFolders();
  const wordsOf = (id: string): string => `Folder ${folderNamed(folders, id)?.name ?? lastOf(id)}`;
  return (
    <ul class="files">
      {addresses.map(({ id, folderId, createdDate }, index) => (
        <li key={id}>
          {folderId === undefined ? 'Releases that you own' : wordsOf(folderId)}, since <Moment at={createdDate} />{' '}
          <button type="button" onClick={() => end(id)} aria-label={`End address ${index + 1}`}>
            End
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Addresses by which calendar programs follow one's releases, or those of a folder: made, copied and ended. */
export function SubscribeDialog({ close }: { readonly close: () => void }) {
  const { value, refresh } = useEntity<readonly CalendarAddressAnswer[]>(
    '/calendar/addresses',
    useMemo(() => [], []),
  );
  const folderId = useSignal('');
  const made = useSignal<string | null>(null);
  const doing = useDoing();
  const run = (work: () => Promise<void>, said: string): void =>
    void doing.run(async () => {
      try {
        await work();
        return said;
      } finally {
        await refresh();
      }
    });
  const make = (event: SubmitEvent): void => {
    event.preventDefault();
    const body = folderId.value === '' ? {} : { folderId: folderId.value };
    run(async () => {
      made.value = addressAt((await change<NewCalendarAddressAnswer>('POST', '/calendar/addresses', body)).path);
    }, 'The address was created.');
  };
  const end = (id: string): void => {
    made.value = null;
    run(() => change('DELETE', `/calendar/addresses/${encodeURIComponent(id)}`), 'The address was ended.');
  };
  const addresses = value.value ?? [];
  return (
    <Dialog title="Subscribe" close={close}>
      <p>Follow releases in your calendar app. Anyone with the address can read the feed.</p>
      {addresses.length > 0 && <Addresses addresses={addresses} end={end} />}
      <form class="actions" onSubmit={make}>
        <FolderField
          label="Releases"
          none="Those that you own"
          value={folderId.value}
          change={(id) => {
            folderId.value = id;
          }}
        />
        <Refusal sentence={doing.refusal.value} />
        <button type="submit" class="main" aria-disabled={doing.isBusy.value}>
          Create an address
        </button>
      </form>
      {made.value !== null && <CopiedText label="The new address, which is not shown again" text={made.value} />}
    </Dialog>
  );
}
