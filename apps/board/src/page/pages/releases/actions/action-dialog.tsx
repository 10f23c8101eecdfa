import { useSignal } from '@preact/signals';
import { Dialog } from '../../../components/dialog.tsx';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { PersonField } from '../../../components/people/person-field.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { folderOptions, useFolderList } from '../../../live/folders.ts';
import { plural, t } from '../../../navigation/text.ts';
import { type ActionInput, countText, noInput, type ReleaseAction } from './release-actions.ts';
import type { PendingAction } from './use-release-actions.ts';

interface Props {
  readonly pending: PendingAction;
  readonly close: () => void;
  readonly run: (input: ActionInput) => void;
}

const labels: Readonly<Record<ReleaseAction['name'], readonly [title: string, button: string]>> = {
  start: [t('Start'), t('Start release')],
  resume: [t('Resume'), t('Resume release')],
  owner: [t('Change owner of'), t('Change owner')],
  tags: [t('Edit tags of'), t('Save tags')],
  move: [t('Move'), t('Move to folder')],
  abort: [t('Abort'), t('Abort')],
};

const splitTags = (text: string): readonly string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

interface FieldsProps {
  readonly name: ReleaseAction['name'];
  readonly texts: Readonly<Record<string, string>>;
  readonly change: (name: string, text: string) => void;
}

interface FolderProps {
  readonly value: string;
  readonly change: (id: string) => void;
}

/** The visible folders. The server refuses a folder without the permission, beside each release. */
function TargetFolder({ value, change }: FolderProps) {
  const { folders, refusal, retry } = useFolderList();
  return (
    <>
      <ChoiceField
        label="Folder"
        hint="Requires the permissions to create and edit releases there"
        isRequired
        value={value}
        options={[['', t('Select a folder')], ...folderOptions(folders)]}
        change={change}
      />
      <Refusal message={refusal} retry={retry} />
    </>
  );
}

function Fields({ name, texts, change }: FieldsProps) {
  const field = (key: string) => ({ value: texts[key] ?? '', change: (text: string) => change(key, text) });
  if (name === 'owner') return <PersonField label="Owner" kind="user" isRequired {...field('owner')} />;
  if (name === 'move') return <TargetFolder {...field('folder')} />;
  if (name === 'abort') {
    return (
      <>
        <TextField label="Reason" isLong isRequired {...field('comment')} />
        <p class="none">Running tasks are stopped. An aborted release can’t be resumed.</p>
      </>
    );
  }
  return (
    <>
      <TextField label="Add tags" hint="Separated by commas" {...field('added')} />
      <TextField label="Remove tags" hint="Separated by commas" {...field('removed')} />
    </>
  );
}

/** A dialog for the input of an action on releases. */
export function ActionDialog({ pending: { action, releases }, close, run }: Props) {
  const texts = useSignal<Readonly<Record<string, string>>>({});
  const [first] = releases;
  const subject = releases.length === 1 && first ? first.title : countText(releases.length);
  const [title, button] = labels[action.name];
  const { comment = '', owner = '', folder = '', added = '', removed = '' } = texts.value;
  return (
    <Dialog title={action.name === 'abort' ? `${title} ${subject}?` : `${title} ${subject}`} close={close}>
      <form
        class="actions"
        onSubmit={(event) => {
          event.preventDefault();
          run({
            ...noInput,
            ...{ comment, owner: owner.trim(), folder, addedTags: splitTags(added), removedTags: splitTags(removed) },
          });
        }}
      >
        <Fields
          name={action.name}
          texts={texts.value}
          change={(name, text) => {
            texts.value = { ...texts.value, [name]: text };
          }}
        />
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class={action.name === 'abort' ? 'main danger' : 'main'}>
          {action.name === 'abort' ? plural(releases.length, `${button} release`, `${button} # releases`) : button}
        </button>
      </form>
    </Dialog>
  );
}
