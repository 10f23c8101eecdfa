import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { missingPermissionOn } from '../../api/permissions.ts';
import { mutate } from '../../api/rest.ts';
import { MissingPermissions } from '../../components/action-button.tsx';
import { DeleteButton } from '../../components/delete-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ChoiceField, TextField } from '../../components/fields/field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { type AllowedFolders, folderOf, rootFolder } from '../../live/folders.ts';
import { announce } from '../../navigation/announce.ts';
import { lastSegment } from '../../navigation/ids.ts';

/** A template in the response of a list request. */
export type TemplateSummary = Omit<ReleaseResponse, 'phases'>;

interface Props {
  readonly template: TemplateSummary;
  /** The folders where the user can create templates */
  readonly allowedFolders: AllowedFolders;
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
}

interface FormProps {
  readonly template: TemplateSummary;
  readonly isDisabled: boolean;
  readonly run: (message: string, work: () => Promise<unknown>) => Promise<void>;
}

function CopyForm({ template, isDisabled, run }: FormProps) {
  const title = useSignal(`${template.title} (copy)`);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const path = `/templates/${lastSegment(template.id)}/copy`;
    void run('Template duplicated', () => mutate('POST', path, { title: title.value }));
  };
  return (
    <form class="actions" onSubmit={submit}>
      <TextField label="New title" value={title.value} isRequired change={(text) => (title.value = text)} />
      <button type="submit" disabled={isDisabled}>
        Duplicate
      </button>
    </form>
  );
}

function MoveForm({ template, allowedFolders, isDisabled, run }: FormProps & Pick<Props, 'allowedFolders'>) {
  const currentFolder = folderOf(allowedFolders.allFolders, template) ?? rootFolder;
  const selectedFolder = useSignal<string | null>(null);
  const target = selectedFolder.value ?? currentFolder.id;
  const others = allowedFolders.options.filter(([id]) => id !== currentFolder.id);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const path = `/folders/${lastSegment(target)}/templates/${lastSegment(template.id)}`;
    void run('Template moved', () => mutate('POST', path));
  };
  return (
    <form class="actions" onSubmit={submit}>
      <ChoiceField
        label="Folder"
        value={target}
        options={[[currentFolder.id, currentFolder.name], ...others]}
        change={(id) => (selectedFolder.value = id)}
      />
      <button type="submit" disabled={isDisabled || target === currentFolder.id}>
        Move
      </button>
    </form>
  );
}

/** The actions on a template. */
export function TemplateDialog({ template, allowedFolders, refresh, close }: Props) {
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const missingPermission = missingPermissionOn(template, 'editTemplate');
  const run = async (message: string, work: () => Promise<unknown>): Promise<void> => {
    refusal.value = null;
    isBusy.value = true;
    try {
      await work();
      await refresh();
      announce(message);
      close();
    } catch (error) {
      refusal.value = messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  const missingCopyPermission = missingPermissionOn(template, 'copyTemplate');
  const formProps = { template, run, isDisabled: missingPermission !== null || isBusy.value };
  return (
    <Dialog title={template.title} close={close}>
      <Refusal message={refusal.value} />
      <MissingPermissions names={[missingPermission, missingCopyPermission]} />
      <CopyForm {...formProps} isDisabled={missingCopyPermission !== null || isBusy.value} />
      <MoveForm {...formProps} allowedFolders={allowedFolders} />
      <div class="actions">
        <DeleteButton
          name={template.title}
          isDisabled={formProps.isDisabled}
          run={() => void run('Template deleted', () => mutate('DELETE', `/templates/${lastSegment(template.id)}`))}
        />
      </div>
    </Dialog>
  );
}
