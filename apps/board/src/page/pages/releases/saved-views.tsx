import { useSignal } from '@preact/signals';
import type { SavedView } from '@slipway/api-schema/search';
import Star from '~icons/lucide/star';
import type { Entity } from '../../api/entity.ts';
import { mutate } from '../../api/rest.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields/field.tsx';
import { FormDialog, useAction } from '../../components/form-dialog.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useEntity } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';

/** Saved views need no topics, because only their owner changes them. */
const noTopics: readonly Topic[] = [];
/** The maximum number of saved views above the list. The dialog lists all of them. */
const maxLinks = 12;

type Views = Entity<readonly SavedView[]>;

/** Returns the saved views of the user. */
export const useSavedViews = (): Views => useEntity<readonly SavedView[]>('/me/views', noTopics);

const releaseViews = ({ value }: Views): readonly SavedView[] =>
  (value.value ?? []).filter(({ address }) => address.startsWith('/releases'));

interface Props {
  /** The current path and query. */
  readonly address: string;
  readonly views: Views;
}

interface SaveDialogProps extends Props {
  readonly close: () => void;
}

/** A dialog that saves the current filters under a name. */
function SaveDialog({ address, views, close }: SaveDialogProps) {
  const name = useSignal('');
  const save = async (): Promise<string> => {
    await mutate('PUT', '/me/views', { name: name.peek(), address });
    await views.refresh();
    return t('View saved');
  };
  return (
    <FormDialog title="Save view" submitLabel="Save view" close={close} run={save}>
      <TextField
        label="View name"
        hint="Keeps the current filters and order"
        value={name.value}
        isRequired
        change={(text) => {
          name.value = text;
        }}
      />
    </FormDialog>
  );
}

/** A dialog that deletes saved views. */
function ManageDialog({ views, close }: Omit<SaveDialogProps, 'address'>) {
  const { run, refusal } = useAction();
  const remove = (name: string) =>
    run(async () => {
      try {
        await mutate('DELETE', `/me/views?${new URLSearchParams({ name })}`);
      } finally {
        await views.refresh();
      }
      return t('View deleted');
    });
  const all = releaseViews(views);
  return (
    <Dialog title="Saved views" close={close}>
      <Refusal message={refusal.value} />
      <Refusal message={views.refusal.value} retry={views.retry} />
      {all.length === 0 && <p class="empty">No saved views yet</p>}
      <ul class="files">
        {all.map(({ name, address }) => (
          <li key={name} class="row">
            <Link to={address}>{name}</Link>
            <button
              type="button"
              class="quiet small push"
              aria-label={t`Delete ${name}`}
              onClick={() => void remove(name)}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The button that saves the current filters as a view. */
export function SaveView({ address, views }: Props) {
  const isOpen = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        <Icon of={Star} />
        Save view
      </button>
      {isOpen.value && (
        <SaveDialog
          address={address}
          views={views}
          close={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}

const builtInViews = [
  [t('All'), '/releases'],
  [t('Live'), '/releases?where=live'],
  [t('Mine'), '/releases?mine=yes'],
  [t('Archived'), '/releases?where=archive'],
] as const;

/** Links to the built-in views and to the saved views of the user. */
export function ViewTabs({ address, views }: Props) {
  const isOpen = useSignal(false);
  const saved = releaseViews(views);
  return (
    <nav class="tabs" aria-label="Views of releases">
      {builtInViews.map(([name, to]) => (
        <Link key={name} to={to} current={to === address}>
          {name}
        </Link>
      ))}
      {saved.slice(0, maxLinks).map(({ name, address: to }) => (
        <Link key={`saved ${name}`} to={to} current={to === address}>
          {name}
        </Link>
      ))}
      {saved.length > 0 && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            isOpen.value = true;
          }}
        >
          Manage views…
        </button>
      )}
      {isOpen.value && (
        <ManageDialog
          views={views}
          close={() => {
            isOpen.value = false;
          }}
        />
      )}
    </nav>
  );
}
