import { type Signal, useSignal } from '@preact/signals';
import type { AttachmentAnswer } from '@slipway/wire';
import { useId } from 'preact/hooks';
import { sentenceOf } from '../../data/refused.ts';
import { api, change } from '../../data/rest.ts';
import { Lacking } from '../../parts/deed.tsx';
import { DeleteButton } from '../../parts/delete-button.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { announce } from '../../place/announce.ts';
import { linkTo } from '../../place/base.ts';
import { lastOf } from '../../place/ids.ts';

interface Props {
  /** the path of what has them: `/tasks/Task1` */
  readonly of: string;
  readonly attachments: readonly AttachmentAnswer[];
  readonly isArchived: boolean;
  /** the permission that is missing to add and delete them */
  readonly lacking: string | null;
  /** Loads the present state */
  readonly refresh: () => Promise<void>;
}

interface FileProps {
  readonly attachment: AttachmentAnswer;
  readonly isArchived: boolean;
  readonly isDisabled: boolean;
  readonly remove: () => void;
}

/** A file with the way to it. */
const OneFile = ({ attachment: { fileUri, exportFilename }, isArchived, isDisabled, remove }: FileProps) => (
  <li>
    <a href={linkTo(api(`/${fileUri}`))} download={exportFilename}>
      {exportFilename}
    </a>{' '}
    {!isArchived && <DeleteButton name={exportFilename} isDisabled={isDisabled} run={remove} isOneOfMany />}
  </li>
);

interface AddProps {
  readonly isDisabled: boolean;
  readonly add: (files: readonly File[]) => void;
}

/** Takes files as soon as they are chosen. */
function Add({ isDisabled, add }: AddProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Attach files</label>
      <input
        id={id}
        type="file"
        multiple
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          if (files.length > 0) add(files);
        }}
      />
    </div>
  );
}

/** The files of a task or release: to be had, added and deleted. */
export function Attachments({ of, attachments, isArchived, lacking, refresh }: Props) {
  const refusal: Signal<string | null> = useSignal(null);
  const isBusy = useSignal(false);
  const run = async (done: string, work: () => Promise<unknown>): Promise<void> => {
    refusal.value = null;
    isBusy.value = true;
    try {
      await work();
      await refresh();
      announce(done);
    } catch (error) {
      refusal.value = sentenceOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  const add = (files: readonly File[]): void => {
    const form = new FormData();
    for (const file of files) form.append('file', file);
    void run('The files were attached.', () => change('POST', `${of}/attachments`, form));
  };
  const remove = (id: string): void =>
    void run('The file was deleted.', () => change('DELETE', `${of}/attachments/${lastOf(id)}`));
  const isDisabled = isBusy.value || lacking !== null;
  return (
    <>
      <Refusal sentence={refusal.value} />
      {attachments.length === 0 && <p class="empty">No file is attached.</p>}
      <ul class="files">
        {attachments.map((one) => (
          <OneFile
            key={one.id}
            attachment={one}
            isArchived={isArchived}
            isDisabled={isDisabled}
            remove={() => remove(one.id)}
          />
        ))}
      </ul>
      {!isArchived && <Add isDisabled={isDisabled} add={add} />}
      {!isArchived && <Lacking names={[lacking]} />}
    </>
  );
}
