import { useSignal } from '@preact/signals';
import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import { mutate } from '../../../api/rest.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import type { AllowedFolders } from '../../../live/folders.ts';
import { announce } from '../../../navigation/announce.ts';
import { t } from '../../../navigation/text.ts';
import { type Sender, senders } from '../events/senders.ts';
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

interface SenderProps {
  readonly sender: Sender | undefined;
  readonly change: (sender: Sender | undefined) => void;
}

/** A select field for the system that sends the events. */
const SenderField = ({ sender, change }: SenderProps) => (
  <ChoiceField
    label="Sender"
    hint="Fills in the path, the authentication and the deduplication key"
    value={sender?.id ?? ''}
    options={[['', t('Another system')], ...senders.map(({ id, label }) => [id, label] as const)]}
    change={(id) => change(senders.find((item) => item.id === id))}
  />
);

/** The form of a new endpoint. */
export function NewEndpoint({ allowedFolders, close, onCreated }: Props) {
  const title = useSignal('');
  const selectedFolder = useSignal<string | null>(null);
  const folder = selectedFolder.value ?? (allowedFolders.isAtTop ? '' : (allowedFolders.folders[0]?.id ?? ''));
  const globalOption = allowedFolders.isAtTop ? ([['', t('All folders')]] as const) : [];
  const type = useSignal<string>(endpointTypes[0][0]);
  const senderId = useSignal('');
  const sender = senders.find(({ id }) => id === senderId.value);
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
          sender={sender}
          change={(selected) => {
            senderId.value = selected?.id ?? '';
            if (selected === undefined) return;
            type.value = endpointTypes[0][0];
            title.value ||= selected.label;
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
