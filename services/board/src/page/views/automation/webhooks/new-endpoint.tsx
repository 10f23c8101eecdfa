import { useSignal } from '@preact/signals';
import type { ConfigurationAnswer } from '@slipway/wire';
import { change } from '../../../data/rest.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { ChoiceField, TextField } from '../../../parts/field.tsx';
import { FolderField } from '../../../parts/folder-field.tsx';
import { announce } from '../../../place/announce.ts';
import type { Values } from '../typed/definition.ts';
import { endpointTypes } from './endpoint.ts';
import { EndpointForm } from './endpoint-form.tsx';

interface Props {
  readonly close: () => void;
  readonly made: (endpoint: ConfigurationAnswer) => void;
}

const none: Values = {};

/** Asks what a new endpoint takes, and makes it. */
export function NewEndpoint({ close, made }: Props) {
  const title = useSignal('');
  const folder = useSignal('');
  const type = useSignal<string>(endpointTypes[0][0]);
  const save = async (properties: Values): Promise<void> => {
    const folderId = folder.value;
    const common = { type: type.value, title: title.value, ...(folderId !== '' && { folderId }) };
    const endpoint = await change<ConfigurationAnswer>('POST', '/config', { ...properties, ...common });
    announce(`${endpoint.title} was created.`);
    made(endpoint);
  };
  return (
    <Dialog title="New webhook endpoint" close={close}>
      <EndpointForm
        type={type.value}
        stored={none}
        authentication={undefined}
        word="Create it"
        isDisabled={false}
        save={save}
      >
        <TextField
          label="Title"
          isRequired
          value={title.value}
          change={(text) => {
            title.value = text;
          }}
        />
        <FolderField
          label="Folder"
          none="All folders, which takes the permission admin"
          value={folder.value}
          change={(id) => {
            folder.value = id;
          }}
        />
        <ChoiceField
          label="Takes"
          value={type.value}
          options={endpointTypes}
          change={(chosen) => {
            type.value = chosen;
          }}
        />
      </EndpointForm>
    </Dialog>
  );
}
