import { useSignal } from '@preact/signals';
import type { ReleaseAnswer } from '@slipway/wire';
import { sentenceOf } from '../../data/refused.ts';
import { change } from '../../data/rest.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ChoiceField, TextField } from '../../parts/field.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { announce } from '../../place/announce.ts';
import { lastOf } from '../../place/ids.ts';
import { go } from '../../place/router.ts';
import { type Folder, offeredFolders, top } from './folders.ts';

interface Props {
  readonly folders: readonly Folder[];
  /** the id of the folder that is offered first; empty: none */
  readonly folder: string;
  readonly close: () => void;
}

/** Asks what a new template is called and where it is, makes it, and goes there. */
export function NewDialog({ folders, folder, close }: Props) {
  const title = useSignal('');
  const chosen = useSignal(folder === '' ? top.id : folder);
  const refusal = useSignal<string | null>(null);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    refusal.value = null;
    try {
      const path = `/templates?folderId=${encodeURIComponent(chosen.value)}`;
      const { id } = await change<ReleaseAnswer>('POST', path, { title: title.value });
      announce(`${title.value} was made.`);
      go(`/templates/${lastOf(id)}`);
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  return (
    <Dialog title="New template" close={close}>
      <form class="actions" onSubmit={(event) => void submit(event)}>
        <TextField label="Title" value={title.value} isRequired change={(text) => (title.value = text)} />
        <ChoiceField
          label="Folder"
          value={chosen.value}
          options={offeredFolders(folders)}
          change={(id) => (chosen.value = id)}
        />
        <button type="submit" class="main">
          Make it
        </button>
      </form>
      <Refusal sentence={refusal.value} />
    </Dialog>
  );
}
