import { useSignal } from '@preact/signals';
import { neededFor } from '../../data/needs.ts';
import { sentenceOf } from '../../data/refused.ts';
import { change } from '../../data/rest.ts';
import { type Folder, folderOf, offeredFolders, top } from '../../live/folders.ts';
import { Lacking } from '../../parts/deed.tsx';
import { DeleteButton } from '../../parts/delete-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ChoiceField, TextField } from '../../parts/field.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { announce } from '../../place/announce.ts';
import { lastOf } from '../../place/ids.ts';
import { lackingOn } from '../release/rights.ts';
import type { Listed } from './found.ts';

interface Props {
  readonly template: Listed;
  readonly folders: readonly Folder[];
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
}

interface FormProps {
  readonly template: Listed;
  readonly isDisabled: boolean;
  readonly run: (said: string, work: () => Promise<unknown>) => Promise<void>;
}

function CopyForm({ template, isDisabled, run }: FormProps) {
  const title = useSignal(`${template.title} (copy)`);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const path = `/templates/${lastOf(template.id)}/copy`;
    void run(`${title.value} was created.`, () => change('POST', path, { title: title.value }));
  };
  return (
    <form class="actions" onSubmit={submit}>
      <TextField label="Title of the copy" value={title.value} isRequired change={(text) => (title.value = text)} />
      <button type="submit" disabled={isDisabled}>
        Copy
      </button>
    </form>
  );
}

function MoveForm({ template, folders, isDisabled, run }: FormProps & Pick<Props, 'folders'>) {
  const there = folderOf(folders, template) ?? top;
  const chosen = useSignal<string | null>(null);
  const target = chosen.value ?? there.id;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const path = `/folders/${lastOf(target)}/templates/${lastOf(template.id)}`;
    void run(`${template.title} was moved.`, () => change('POST', path));
  };
  return (
    <form class="actions" onSubmit={submit}>
      <ChoiceField
        label="Move to the folder"
        value={target}
        options={offeredFolders(folders)}
        change={(id) => (chosen.value = id)}
      />
      <button type="submit" disabled={isDisabled || target === there.id}>
        Move
      </button>
    </form>
  );
}

/** What may be done to all of a template. */
export function StepsDialog({ template, folders, refresh, close }: Props) {
  const refusal = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const lacking = lackingOn(template, neededFor('editTemplate'));
  const run = async (said: string, work: () => Promise<unknown>): Promise<void> => {
    refusal.value = null;
    isBusy.value = true;
    try {
      await work();
      await refresh();
      announce(said);
      close();
    } catch (error) {
      refusal.value = sentenceOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  const given = { template, run, isDisabled: lacking !== null || isBusy.value };
  return (
    <Dialog title={template.title} close={close}>
      <Refusal sentence={refusal.value} />
      <Lacking names={[lacking]} />
      <CopyForm {...given} />
      <MoveForm {...given} folders={folders} />
      <div class="actions">
        <DeleteButton
          name={template.title}
          isDisabled={given.isDisabled}
          run={() =>
            void run(`${template.title} was deleted.`, () => change('DELETE', `/templates/${lastOf(template.id)}`))
          }
        />
      </div>
    </Dialog>
  );
}
