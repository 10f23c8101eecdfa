import { useSignal } from '@preact/signals';
import type { ConfigurationAnswer } from '@slipway/wire';
import { change } from '../../../data/rest.ts';
import type { Places } from '../../../live/use-places.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { ChoiceField, TextField } from '../../../parts/field.tsx';
import { announce } from '../../../place/announce.ts';
import type { Values } from '../typed/definition.ts';
import { endpointTypes } from './endpoint.ts';
import { EndpointForm } from './endpoint-form.tsx';

interface Props {
  /** where endpoints may be made; at the top: for all folders */
  readonly places: Places;
  readonly close: () => void;
  readonly made: (endpoint: ConfigurationAnswer) => void;
}

const none: Values = {};

/** The form of a new endpoint. */
export function NewEndpoint({ places, close, made }: Props) {
  const title = useSignal('');
  const picked = useSignal<string | null>(null);
  const folder = picked.value ?? (places.isAtTop ? '' : (places.folders[0]?.id ?? ''));
  const everywhere = places.isAtTop ? ([['', 'All folders']] as const) : [];
  const type = useSignal<string>(endpointTypes[0][0]);
  const save = async (properties: Values): Promise<void> => {
    const common = { type: type.value, title: title.value, ...(folder !== '' && { folderId: folder }) };
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
        <ChoiceField
          label="Folder"
          value={folder}
          options={[...everywhere, ...places.folders.map(({ id, name }) => [id, name] as const)]}
          change={(id) => {
            picked.value = id;
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
