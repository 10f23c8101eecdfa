import { useSignal } from '@preact/signals';
import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import { mutate } from '../../../api/rest.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import type { AllowedFolders } from '../../../live/folders.ts';
import { announce } from '../../../navigation/announce.ts';
import { t } from '../../../navigation/text.ts';
import { SenderField } from '../events/sender-field.tsx';
import type { Sender } from '../events/senders.ts';
import type { Values } from '../properties/definition.ts';
import { endpointTypes } from './endpoint.ts';
import { EndpointForm } from './endpoint-form.tsx';

interface Props {
  /** The folders where the user can create endpoints. At the top level, an endpoint is for all folders. */
  readonly allowedFolders: AllowedFolders;
  readonly close: () => void;
  readonly onCreated: (endpoint: ConfigurationResponse) => void;
}

const noValues: Values = {};

/** The form of a new endpoint. */
export function NewEndpoint({ allowedFolders, close, onCreated }: Props) {
  const title = useSignal('');
  const selectedFolder = useSignal<string | null>(null);
  const folder = selectedFolder.value ?? (allowedFolders.isAtTop ? '' : (allowedFolders.folders[0]?.id ?? ''));
  const globalOption = allowedFolders.isAtTop ? ([['', t('All folders')]] as const) : [];
  const type = useSignal<string>(endpointTypes[0][0]);
  const chosenSender = useSignal<Sender | undefined>(undefined);
  const sender = chosenSender.value;
  const save = async (properties: Values): Promise<void> => {
    const common = { type: type.value, title: title.value, ...(folder !== '' && { folderId: folder }) };
    const endpoint = await mutate<ConfigurationResponse>('POST', '/config', { ...properties, ...common });
    announce(t('Webhook endpoint created'));
    onCreated(endpoint);
  };
  return (
    <Dialog title="New webhook endpoint" close={close}>
      <EndpointForm
        type={type.value}
        stored={noValues}
        authentication={undefined}
        submitLabel="Create endpoint"
        isDisabled={false}
        sender={sender}
        save={save}
        cancel={close}
      >
        <SenderField
          hint={t('Fills in the path, the authentication and the deduplication key')}
          value={sender?.id ?? ''}
          change={(selected) => {
            chosenSender.value = selected;
            if (selected === undefined) return;
            type.value = endpointTypes[0][0];
            title.value ||= selected.title;
          }}
        />
        <TextField
          label="Title"
          isRequired
          value={title.value}
          change={(text) => {
            title.value = text;
          }}
        />
        <ChoiceField
          label="Folder"
          value={folder}
          options={[...globalOption, ...allowedFolders.folders.map(({ id, name }) => [id, name] as const)]}
          change={(id) => {
            selectedFolder.value = id;
          }}
        />
        <ChoiceField
          label="Method"
          value={type.value}
          options={endpointTypes}
          change={(typeName) => {
            type.value = typeName;
          }}
        />
      </EndpointForm>
    </Dialog>
  );
}
