import { useSignal } from '@preact/signals';
import type { ReleaseAnswer } from '@slipway/wire';
import { change } from '../../data/rest.ts';
import { type Places, placeIn } from '../../live/use-places.ts';
import { ChoiceField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { lastOf } from '../../place/ids.ts';
import { go } from '../../place/router.ts';

interface Props {
  /** where templates may be made */
  readonly places: Places;
  /** the id of the folder that is offered first; empty: none */
  readonly folder: string;
  readonly close: () => void;
}

/** The form of a new template, which is opened afterwards. */
export function NewDialog({ places, folder, close }: Props) {
  const title = useSignal('');
  const picked = useSignal(folder);
  const chosen = placeIn(places, picked.value);
  const run = async (): Promise<string> => {
    const path = `/templates?${new URLSearchParams({ folderId: chosen })}`;
    const { id } = await change<ReleaseAnswer>('POST', path, { title: title.value });
    go(`/templates/${lastOf(id)}`);
    return `${title.value} was created.`;
  };
  return (
    <FormDialog title="New template" word="Create it" close={close} run={run}>
      <TextField label="Title" value={title.value} isRequired change={(text) => (title.value = text)} />
      <ChoiceField label="Folder" value={chosen} options={places.offered} change={(id) => (picked.value = id)} />
    </FormDialog>
  );
}
