import { useSignal } from '@preact/signals';
import type { CalendarAddressResponse, NewCalendarAddressResponse } from '@slipway/api-schema/calendar';
import { useMemo } from 'preact/hooks';
import { mutate } from '../../../api/rest.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { CopyField } from '../../../components/fields/copy-field.tsx';
import { FolderField } from '../../../components/fields/folder-field.tsx';
import { useAction } from '../../../components/form-dialog.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { findFolder, useFolders } from '../../../live/folders.ts';
import { useEntity } from '../../../live/queries.ts';
import { base } from '../../../navigation/base.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';

/** Returns the absolute URL of a calendar feed. REST returns its path below the root. */
const absoluteUrl = (path: string): string => new URL(path.replace(/^\//, ''), base).href;

interface AddressesProps {
  readonly addresses: readonly CalendarAddressResponse[];
  readonly end: (id: string) => void;
}

/** The calendar feeds of the user. A folder that the user cannot view is shown by its id. */
function Addresses({ addresses, end: endAddress }: AddressesProps) {
  const folders = useFolders();
  const folderLabel = (id: string): string => t`Folder ${findFolder(folders, id)?.name ?? lastSegment(id)}`;
  return (
    <ul class="files">
      {addresses.map(({ id, folderId, createdDate }, index) => (
        <li key={id}>
          {folderId === undefined ? t('Releases I own') : folderLabel(folderId)}, since <Moment at={createdDate} />{' '}
          <button type="button" onClick={() => endAddress(id)} aria-label={t`Delete feed ${index + 1}`}>
            Delete feed
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * A dialog that creates, copies and deletes calendar feeds. A feed contains the releases that the user owns, or the
 * releases of a folder.
 */
export function SubscribeDialog({ close }: { readonly close: () => void }) {
  const { value, refresh } = useEntity<readonly CalendarAddressResponse[]>(
    '/calendar/addresses',
    useMemo(() => [], []),
  );
  const folderId = useSignal('');
  const newAddress = useSignal<string | null>(null);
  const runner = useAction();
  const run = (work: () => Promise<void>, message: string): void =>
    void runner.run(async () => {
      try {
        await work();
        return message;
      } finally {
        await refresh();
      }
    });
  const createAddress = (event: SubmitEvent): void => {
    event.preventDefault();
    const body = folderId.value === '' ? {} : { folderId: folderId.value };
    run(async () => {
      newAddress.value = absoluteUrl(
        (await mutate<NewCalendarAddressResponse>('POST', '/calendar/addresses', body)).path,
      );
    }, t('Feed created'));
  };
  const endAddress = (id: string): void => {
    newAddress.value = null;
    run(() => mutate('DELETE', `/calendar/addresses/${encodeURIComponent(id)}`), t('Feed deleted'));
  };
  const addresses = value.value ?? [];
  return (
    <Dialog title="Calendar feeds" close={close}>
      <p>Follow releases in your calendar app. Anyone with the address can read the feed.</p>
      {addresses.length > 0 && <Addresses addresses={addresses} end={endAddress} />}
      <form class="actions" onSubmit={createAddress}>
        <FolderField
          label="Releases"
          none="Releases I own"
          value={folderId.value}
          change={(id) => {
            folderId.value = id;
          }}
        />
        <Refusal message={runner.refusal.value} />
        <button type="button" onClick={close}>
          Close
        </button>
        <button type="submit" class="main" aria-disabled={runner.isBusy.value}>
          Create feed
        </button>
      </form>
      {newAddress.value !== null && (
        <CopyField label="New feed address. Copy it now; it isn’t shown again." text={newAddress.value} />
      )}
    </Dialog>
  );
}
