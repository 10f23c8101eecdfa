import { type Signal, useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import Copy from '~icons/lucide/copy';
import Download from '~icons/lucide/download';
import Ellipsis from '~icons/lucide/ellipsis';
import FileCode from '~icons/lucide/file-code';
import FolderInput from '~icons/lucide/folder-input';
import GitCompareArrows from '~icons/lucide/git-compare-arrows';
import Trash2 from '~icons/lucide/trash-2';
import { permissionReason } from '../../api/permission-reason.ts';
import { missingPermissionOn } from '../../api/permissions.ts';
import { mutate } from '../../api/rest.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Menu } from '../../components/controls/menu.tsx';
import { ChoiceField, TextField } from '../../components/fields/field.tsx';
import { downloadFile } from '../../components/files.tsx';
import { FormDialog, useAction } from '../../components/form-dialog.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { folderOf, rootFolder, useAllowedFolders } from '../../live/folders.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';

/** A template in the response of a list request. */
export type TemplateSummary = Omit<ReleaseResponse, 'phases'>;

/** The dialogs of the menu of a template. */
type TemplateAction = 'duplicate' | 'move' | 'compare' | 'delete';

/** The open dialog of the menu, with its template; null: none. */
export type OpenTemplateDialog = { readonly action: TemplateAction; readonly id: string } | null;

interface MenuProps {
  readonly template: TemplateSummary;
  readonly openDialog: Signal<OpenTemplateDialog>;
}

/** A menu with all actions on a template except the creation of a release. */
export function TemplateMenu({ template, openDialog }: MenuProps) {
  const { id, title } = template;
  const key = lastSegment(id);
  const open = (action: TemplateAction) => (): void => {
    openDialog.value = { action, id };
  };
  const editReason = permissionReason(missingPermissionOn(template, 'editTemplate'));
  const copyReason = permissionReason(missingPermissionOn(template, 'copyTemplate'));
  const sections = [
    {
      actions: [
        { label: t('Duplicate…'), icon: Copy, run: open('duplicate'), disabledReason: copyReason },
        { label: t('Move to folder…'), icon: FolderInput, run: open('move'), disabledReason: editReason },
        { label: t('Compare with a release…'), icon: GitCompareArrows, run: open('compare') },
        { label: t('Export as .xlr'), icon: Download, run: () => downloadFile(`/templates/zip/${key}`) },
        { label: t('Export as Groovy script'), icon: FileCode, run: () => downloadFile(`/dsl/export/${key}`) },
      ],
    },
    {
      actions: [
        { label: t('Delete template…'), icon: Trash2, isDanger: true, run: open('delete'), disabledReason: editReason },
      ],
    },
  ];
  return (
    <Menu label={t`More actions for ${title}`} buttonClass="quiet square" sections={sections}>
      <Icon of={Ellipsis} />
    </Menu>
  );
}

interface DialogProps {
  readonly template: TemplateSummary;
  /** Reloads the list or the template. */
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
}

function DuplicateDialog({ template, refresh, close }: DialogProps) {
  const title = useSignal(t`${template.title} (copy)`);
  const run = async (): Promise<string> => {
    await mutate('POST', `/templates/${lastSegment(template.id)}/copy`, { title: title.value });
    await refresh();
    return t('Template duplicated');
  };
  return (
    <FormDialog title={t`Duplicate ${template.title}`} submitLabel="Duplicate" close={close} run={run}>
      <TextField label="New title" value={title.value} isRequired change={(text) => (title.value = text)} />
    </FormDialog>
  );
}

function MoveDialog({ template, refresh, close }: DialogProps) {
  const { allFolders, options } = useAllowedFolders('createTemplate');
  const currentFolder = folderOf(allFolders, template) ?? rootFolder;
  const selectedFolder = useSignal<string | null>(null);
  const target = selectedFolder.value ?? currentFolder.id;
  const run = async (): Promise<string> => {
    await mutate('POST', `/folders/${lastSegment(target)}/templates/${lastSegment(template.id)}`);
    await refresh();
    return t('Template moved');
  };
  return (
    <FormDialog
      title={t`Move ${template.title}`}
      submitLabel="Move"
      close={close}
      run={run}
      isDisabled={target === currentFolder.id}
    >
      <ChoiceField
        label="Folder"
        value={target}
        options={[[currentFolder.id, currentFolder.name], ...options.filter(([id]) => id !== currentFolder.id)]}
        change={(id) => (selectedFolder.value = id)}
      />
    </FormDialog>
  );
}

function DeleteDialog({ template, refresh, close }: DialogProps) {
  const { run, refusal, isBusy } = useAction(close);
  const remove = async (): Promise<string> => {
    await mutate('DELETE', `/templates/${lastSegment(template.id)}`);
    await refresh();
    return t('Template deleted');
  };
  return (
    <ConfirmDialog
      title={t`Delete ${template.title}?`}
      confirmLabel="Delete template"
      close={close}
      run={() => void run(remove)}
      refusal={refusal.value}
      isDisabled={isBusy.value}
    >
      Releases that were created from it stay. This can’t be undone.
    </ConfirmDialog>
  );
}

/** The dialog is loaded on demand. */
const CompareDialog = (props: DialogProps) => <Lazy load={loadCompareDialog} props={props} />;
const loadCompareDialog = async () => (await import('../compare/compare-dialog.tsx')).CompareDialog;

const dialogs = { duplicate: DuplicateDialog, move: MoveDialog, compare: CompareDialog, delete: DeleteDialog } as const;

interface OpenDialogProps {
  readonly openDialog: Signal<OpenTemplateDialog>;
  /** Returns the template with an id; undefined: another user has deleted it. */
  readonly find: (id: string) => TemplateSummary | undefined;
  /** Reloads the list or the template after an action. */
  readonly refresh: (action: TemplateAction) => Promise<void>;
}

/** The open dialog of the menu of a template. */
export function TemplateDialogs({ openDialog, find, refresh }: OpenDialogProps) {
  const current = openDialog.value;
  const template = current === null ? undefined : find(current.id);
  if (current === null || template === undefined) return null;
  const Current = dialogs[current.action];
  return (
    <Current
      template={template}
      refresh={() => refresh(current.action)}
      close={() => {
        openDialog.value = null;
      }}
    />
  );
}
