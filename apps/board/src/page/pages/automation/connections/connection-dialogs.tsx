import { useSignal } from '@preact/signals';
import type { ConfigurationResponse, ConfigurationTypeResponse } from '@slipway/api-schema/configurations';
import { mutate } from '../../../api/rest.ts';
import { MissingPermissions } from '../../../components/controls/action-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { showToast } from '../../../components/toast.tsx';
import type { AllowedFolders } from '../../../live/folders.ts';
import { announce } from '../../../navigation/announce.ts';
import { t } from '../../../navigation/text.ts';
import type { Values } from '../properties/definition.ts';
import { connectionPath, folderName, missingToChange, typeTitle } from './connection.ts';
import { ConnectionForm } from './connection-form.tsx';

interface ContextProps {
  readonly types: readonly ConfigurationTypeResponse[];
  readonly allowedFolders: AllowedFolders;
  readonly close: () => void;
  /** Reloads the list. */
  readonly refresh: () => Promise<void>;
}

/** A drawer with the form of a new connection: first its type and its folder, then the fields of the type. */
export function NewConnection({ types, allowedFolders, close, refresh }: ContextProps) {
  const type = useSignal(types[0]?.type ?? '');
  const selectedFolder = useSignal<string | null>(null);
  const folder = selectedFolder.value ?? (allowedFolders.isAtTop ? '' : (allowedFolders.folders[0]?.id ?? ''));
  const globalOption = allowedFolders.isAtTop ? ([['', t('All folders')]] as const) : [];
  const folderId = folder === '' ? undefined : folder;
  const save = async (body: Values): Promise<void> => {
    await mutate('POST', '/config', { ...body, type: type.peek(), ...(folderId && { folderId }) });
    await refresh();
    announce(t('Connection created'));
    close();
  };
  const description = types.find((candidate) => candidate.type === type.value)?.description;
  return (
    <Dialog title="New connection" close={close} kind="drawer">
      <div class="typed">
        <ChoiceField
          label="Type"
          hint={description === '' ? undefined : description}
          value={type.value}
          options={types.map(({ type: name, title }) => [name, title] as const)}
          change={(name) => (type.value = name)}
        />
        <ChoiceField
          label="Folder"
          value={folder}
          options={[...globalOption, ...allowedFolders.folders.map(({ id, name }) => [id, name] as const)]}
          change={(id) => (selectedFolder.value = id)}
        />
      </div>
      <ConnectionForm
        key={type.value}
        type={type.value}
        stored={null}
        folderId={folderId}
        isDisabled={false}
        save={save}
        close={close}
      />
    </Dialog>
  );
}

interface OpenProps extends ContextProps {
  readonly connection: ConfigurationResponse;
}

/** A drawer with the fields of a connection. Only changed fields are sent. */
export function EditConnection({ connection, types, allowedFolders, close, refresh }: OpenProps) {
  const missingPermission = missingToChange(allowedFolders, connection);
  const save = async (body: Values): Promise<void> => {
    await mutate('PUT', connectionPath(connection), body);
    await refresh();
    announce(t('Connection saved'));
    close();
  };
  return (
    <Dialog title={connection.title} close={close} kind="drawer">
      <p class="type">
        {typeTitle(types, connection.type)} · <bdi>{folderName(allowedFolders, connection)}</bdi>
      </p>
      <MissingPermissions names={[missingPermission]} objectId={connection.folderId ?? ''} />
      <ConnectionForm
        type={connection.type}
        stored={connection}
        folderId={connection.folderId}
        isDisabled={missingPermission !== null || !allowedFolders.isLoaded}
        save={save}
        close={close}
      />
    </Dialog>
  );
}

/** A confirmation that deletes a connection. */
export const DeleteConnection = ({ connection, close, refresh }: Omit<OpenProps, 'types' | 'allowedFolders'>) => (
  <FormDialog
    title={t`Delete ${connection.title}?`}
    submitLabel="Delete connection"
    isDanger
    close={close}
    run={async () => {
      await mutate('DELETE', connectionPath(connection));
      await refresh();
      const message = t`${connection.title} deleted`;
      showToast(message);
      return message;
    }}
  >
    <p>Tasks and triggers that use it fail until they use another connection.</p>
  </FormDialog>
);
