import { useSignal } from '@preact/signals';
import type { SavedViewResponse } from '@slipway/api-schema/search';
import { useEffect } from 'preact/hooks';
import { mutate } from '../../../api/rest.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { CheckField, TextField } from '../../../components/fields/field.tsx';
import { FormDialog, useAction } from '../../../components/form-dialog.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { type Sharing, SharingFields, sharingBody, sharingOf } from './sharing-fields.tsx';
import { releaseViews, sharingText, type Views } from './view-list.ts';

interface Props {
  /** The current path and query. */
  readonly address: string;
  readonly views: Views;
  readonly close: () => void;
}

interface SaveProps extends Props {
  /** The view to change; null for a new view. */
  readonly edited: SavedViewResponse | null;
}

/** The state of the dialog: the inputs, and the version of the view that a save replaces. */
function useView({ address, views, edited }: SaveProps) {
  const name = useSignal(edited?.name ?? '');
  const sharing = useSignal<Sharing>(sharingOf(edited));
  const isAddressNew = useSignal(edited === null);
  /** The version that the user has seen. After a conflict, it is the present one. */
  const base = useSignal(edited?.version ?? 0);
  const isConflict = useSignal(false);
  const same = (views.value.value ?? []).find((view) => view.mine && view.name === name.value.trim());
  const replaced = edited === null ? same : undefined;
  const body = () => ({
    name: name.peek(),
    address: isAddressNew.peek() || edited === null ? address : edited.address,
    sharedWith: sharingBody(sharing.peek()),
    version: replaced?.version ?? base.peek(),
  });
  const save = async (): Promise<string> => {
    try {
      await mutate('PUT', edited === null ? '/me/views' : `/me/views/${edited.id}`, body());
    } catch (error) {
      // After the refusal names the change of another user, the next save is based on it.
      await views.refresh();
      const present = views.value.peek()?.find(({ id }) => id === edited?.id)?.version ?? base.peek();
      isConflict.value = present !== base.peek();
      base.value = present;
      throw error;
    }
    await views.refresh();
    return t('View saved');
  };
  return { name, sharing, isAddressNew, replaced, isConflict, save };
}

/** A dialog that saves the current filters under a name, or changes a saved view. */
export function SaveDialog(props: SaveProps) {
  const { address, close, edited, views } = props;
  const { name, sharing, isAddressNew, replaced, isConflict, save } = useView(props);
  useEffect(() => void views.refresh(), []);
  const isReplacing = replaced !== undefined || isConflict.value;
  return (
    <FormDialog
      title={edited === null ? t('Save view') : t('Change view')}
      submitLabel={isReplacing ? t('Replace view') : t('Save view')}
      close={close}
      run={save}
    >
      <TextField
        label="View name"
        hint={
          replaced === undefined
            ? t('Keeps the current filters, order and grouping')
            : t('You have a view with this name already')
        }
        value={name.value}
        isRequired
        change={(text) => {
          name.value = text;
        }}
      />
      <SharingFields sharing={sharing} />
      {edited !== null && edited.address !== address && (
        <CheckField
          label="Use the current filters, order and grouping"
          isOn={isAddressNew.value}
          change={(isOn) => {
            isAddressNew.value = isOn;
          }}
        />
      )}
    </FormDialog>
  );
}

interface RowProps {
  readonly view: SavedViewResponse;
  readonly edit: () => void;
  readonly remove: () => void;
}

const ViewRow = ({ view, edit, remove }: RowProps) => (
  <li class="row">
    <div>
      <Link to={view.address}>{view.name}</Link>
      <div class="sub">{sharingText(view)}</div>
    </div>
    {view.mayChange && (
      <>
        <button type="button" class="quiet small push" aria-label={t`Change ${view.name}`} onClick={edit}>
          Change…
        </button>
        <button type="button" class="quiet small" aria-label={t`Delete ${view.name}`} onClick={remove}>
          Delete
        </button>
      </>
    )}
  </li>
);

/** A dialog that lists the saved views, and changes and deletes them. */
export function ManageDialog({ address, views, close }: Props) {
  const { run, refusal } = useAction();
  const edited = useSignal<SavedViewResponse | null>(null);
  useEffect(() => void views.refresh(), []);
  const remove = ({ id, version }: SavedViewResponse) =>
    run(async () => {
      try {
        await mutate('DELETE', `/me/views/${id}?version=${version}`);
      } finally {
        await views.refresh();
      }
      return t('View deleted');
    });
  const all = releaseViews(views);
  const stopEditing = () => {
    edited.value = null;
  };
  return (
    <Dialog title="Saved views" close={close}>
      <Refusal message={refusal.value} />
      <Refusal message={views.refusal.value} retry={views.retry} />
      {all.length === 0 && <p class="empty">No saved views yet</p>}
      <ul class="files">
        {all.map((view) => (
          <ViewRow
            key={view.id}
            view={view}
            edit={() => {
              edited.value = view;
            }}
            remove={() => void remove(view)}
          />
        ))}
      </ul>
      {edited.value && <SaveDialog {...{ address, views }} close={stopEditing} edited={edited.value} />}
    </Dialog>
  );
}
