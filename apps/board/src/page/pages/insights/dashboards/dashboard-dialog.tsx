import { useSignal } from '@preact/signals';
import { mutate } from '../../../api/rest.ts';
import { TextField } from '../../../components/fields/field.tsx';
import { FolderField } from '../../../components/fields/folder-field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import type { Dashboard } from '../data/responses.ts';

interface Props {
  /** Null: a new dashboard. */
  readonly dashboard: Dashboard | null;
  /** The selected folder of a new dashboard; empty for none. */
  readonly folder?: string;
  readonly close: () => void;
  readonly onSaved: (dashboard: Dashboard) => Promise<void>;
}

/** A dialog that creates a dashboard, or changes its title and folder. */
export function DashboardDialog({ dashboard, folder = '', close, onSaved }: Props) {
  const title = useSignal(dashboard?.title ?? '');
  const folderId = useSignal(dashboard === null ? folder : (dashboard.folderId ?? ''));
  const run = async (): Promise<string> => {
    const body = {
      ...{ title: title.peek().trim(), tiles: dashboard?.tiles ?? [] },
      ...(folderId.peek() !== '' && { folderId: folderId.peek() }),
    };
    const saved =
      dashboard === null
        ? await mutate<Dashboard>('POST', '/dashboards', body)
        : await mutate<Dashboard>('PUT', `/dashboards/${lastSegment(dashboard.id)}`, {
            ...{ ...body, version: dashboard.version },
          });
    await onSaved(saved);
    return dashboard === null ? t('Dashboard created') : t('Dashboard saved');
  };
  return (
    <FormDialog
      title={dashboard === null ? t('New dashboard') : t`Edit ${dashboard.title}`}
      submitLabel={dashboard === null ? t('Create dashboard') : t('Save dashboard')}
      close={close}
      run={run}
    >
      <TextField label="Title" isRequired value={title.value} change={(text) => (title.value = text)} />
      <FolderField
        label="Folder"
        value={folderId.value}
        none={t('No folder (top level)')}
        change={(id) => (folderId.value = id)}
      />
      <p class="hint">
        Users with the permission “View dashboards” in the folder can open it. All users of insights can open a
        dashboard without a folder.
      </p>
    </FormDialog>
  );
}

interface DeleteProps {
  readonly dashboard: Dashboard;
  readonly close: () => void;
  readonly onDone: () => Promise<void>;
}

/** A dialog that deletes a dashboard. */
export function DeleteDialog({ dashboard: { id, title, version }, close, onDone }: DeleteProps) {
  const run = async (): Promise<string> => {
    await mutate('DELETE', `/dashboards/${lastSegment(id)}?version=${version}`);
    await onDone();
    return t('Dashboard deleted');
  };
  return (
    <FormDialog title={t`Delete ${title}?`} submitLabel={t('Delete dashboard')} isDanger close={close} run={run}>
      <p>Its weekly mails end. The releases and deployments stay.</p>
    </FormDialog>
  );
}
