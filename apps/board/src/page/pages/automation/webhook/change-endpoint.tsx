import { useSignal } from '@preact/signals';
import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import { mutate } from '../../../api/rest.ts';
import { TextField } from '../../../components/fields/field.tsx';
import { announce } from '../../../navigation/announce.ts';
import type { Values } from '../properties/definition.ts';
import { authenticationOf, endpointRequestPath } from '../webhooks/endpoint.ts';
import { EndpointForm } from '../webhooks/endpoint-form.tsx';

interface Props {
  readonly endpoint: ConfigurationResponse;
  /** the permission that is missing */
  readonly missingPermission: string | null;
  readonly refresh: () => Promise<void>;
}

/** The fields of an endpoint. Only changed ones are sent. */
export function ChangeEndpoint({ endpoint, missingPermission, refresh }: Props) {
  const title = useSignal<string | null>(null);
  const save = async (properties: Values): Promise<void> => {
    const sentTitle = title.value;
    await mutate('PUT', endpointRequestPath(endpoint), {
      ...properties,
      ...(sentTitle !== null && { title: sentTitle }),
    });
    await refresh();
    if (title.value === sentTitle) title.value = null;
    announce('The webhook endpoint was changed.');
  };
  return (
    <details class="more">
      <summary>Change it</summary>
      <EndpointForm
        type={endpoint.type}
        stored={endpoint}
        authentication={authenticationOf(endpoint)}
        submitLabel="Change"
        isDisabled={missingPermission !== null}
        save={save}
      >
        <TextField
          label="Title"
          isRequired
          value={title.value ?? endpoint.title}
          change={(text) => {
            title.value = text;
          }}
        />
      </EndpointForm>
    </details>
  );
}
