import { useSignal } from '@preact/signals';
import type { SavedView } from '@slipway/api-schema/search';
import type { Entity } from '../../api/entity.ts';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { mutate } from '../../api/rest.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields/field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useEntity } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { announce } from '../../navigation/announce.ts';
import { Link } from '../../navigation/link.tsx';

/** Saved views need no topics, because only their owner changes them. */
const noTopics: readonly Topic[] = [];
/** The maximum number of links above the list. The dialog lists all saved views. */
const maxLinks = 12;

interface Props {
  /** The current path and query. */
  readonly address: string;
}

interface DialogProps extends Props {
  readonly views: Entity<readonly SavedView[]>;
  readonly all: readonly SavedView[];
  readonly close: () => void;
}

/** A dialog that saves the current URL under a name, and deletes saved views. */
function ViewsDialog({ address, views, all, close }: DialogProps) {
  const name = useSignal('');
  const refusal = useSignal<DisplayMessage | null>(null);
  const run = async (send: () => Promise<unknown>, message: string): Promise<boolean> => {
    refusal.value = null;
    try {
      await send();
      announce(message);
    } catch (error) {
      refusal.value = messageOf(error);
    }
    await views.refresh();
    return refusal.value === null;
  };
  const save = async (): Promise<void> => {
    const isSaved = await run(() => mutate('PUT', '/me/views', { name: name.value, address }), 'View saved');
    if (isSaved) close();
  };
  const remove = (savedView: string) =>
    run(() => mutate('DELETE', `/me/views?${new URLSearchParams({ name: savedView })}`), 'View deleted');
  return (
    <Dialog title="Saved views" close={close}>
      <form
        class="actions"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label="View name"
          value={name.value}
          isRequired
          change={(text) => {
            name.value = text;
          }}
        />
        <Refusal message={refusal.value ?? views.refusal.value} />
        <button type="submit" class="main">
          Save view
        </button>
      </form>
      <ul class="files">
        {all.map((savedView) => (
          <li key={savedView.name}>
            <Link to={savedView.address}>{savedView.name}</Link>{' '}
            <button type="button" aria-label={`Delete ${savedView.name}`} onClick={() => void remove(savedView.name)}>
              Delete
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Links to the saved views of the user. */
export function SavedViews({ address }: Props) {
  const views = useEntity<readonly SavedView[]>('/me/views', noTopics);
  const isOpen = useSignal(false);
  const all = (views.value.value ?? []).filter((savedView) => savedView.address.startsWith('/releases'));
  return (
    <nav class="tabs" aria-label="Saved views">
      {all.slice(0, maxLinks).map((savedView) => (
        <Link key={savedView.name} to={savedView.address} current={savedView.address === address}>
          {savedView.name}
        </Link>
      ))}
      <button
        type="button"
        class="quiet"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        Manage views…
      </button>
      {isOpen.value && (
        <ViewsDialog
          address={address}
          views={views}
          all={all}
          close={() => {
            isOpen.value = false;
          }}
        />
      )}
    </nav>
  );
}
