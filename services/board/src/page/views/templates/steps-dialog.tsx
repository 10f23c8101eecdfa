import { useSignal } from '@preact/signals';
import { neededFor } from '../../data/needs.ts';
import { sentenceOf } from '../../data/refused.ts';
import { change } from '../../data/rest.ts';
import { folderOf, top } from '../../live/folders.ts';
import type { Places } from '../../live/use-places.ts';
import { lackingForAll } from '../../live/use-rights.ts';
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
  /** where templates may be made */
  readonly places: Places;
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

function MoveForm({ template, places, isDisabled, run }: FormProps & Pick<Props, 'places'>) {
  const there = folderOf(places.all, template) ?? top;
  const chosen = useSignal<string | null>(null);
  const target = chosen.value ?? there.id;
  const others = places.offered.filter(([id]) => id !== there.id);
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
        options={[[there.id, there.name], ...others]}
        change={(id) => (chosen.value = id)}
      />
      <button type="submit" disabled={isDisabled || target === there.id}>
        Move
      </button>
    </form>
  );
}

/** What may be done to all of a template. */
export function StepsDialog({ template, places, refresh, close }: Props) {
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
  // A copy is in the folder of its template
  const copying = template.id.split('/').length === 2 ? lackingForAll('newTemplate') : lacking;
  const given = { template, run, isDisabled: lacking !== null || isBusy.value };
  return (
    <Dialog title={template.title} close={close}>
      <Refusal sentence={refusal.value} />
      <Lacking names={[lacking, copying]} />
      <CopyForm {...given} isDisabled={copying !== null || isBusy.value} />
      <MoveForm {...given} places={places} />
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
