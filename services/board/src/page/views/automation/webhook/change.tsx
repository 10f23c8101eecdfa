import { useSignal } from '@preact/signals';
import type { ConfigurationAnswer } from '@slipway/wire';
import { change } from '../../../data/rest.ts';
import { TextField } from '../../../parts/field.tsx';
import { announce } from '../../../place/announce.ts';
import type { Values } from '../typed/definition.ts';
import { authenticationOf, callOf } from '../webhooks/endpoint.ts';
import { EndpointForm } from '../webhooks/endpoint-form.tsx';

interface Props {
  readonly endpoint: ConfigurationAnswer;
  /** the permission that is missing */
  readonly lacking: string | null;
  readonly refresh: () => Promise<void>;
}

/** The fields of an endpoint. Only changed ones are sent. */
export function Change({ endpoint, lacking, refresh }: Props) {
  const title = useSignal<string | null>(null);
  const save = async (properties: Values): Promise<void> => {
    const sent = title.value;
    await change('PUT', callOf(endpoint), { ...properties, ...(sent !== null && { title: sent }) });
    await refresh();
    if (title.value === sent) title.value = null;
    announce('The webhook endpoint was changed.');
  };
  return (
    <details class="more">
      <summary>Change it</summary>
      <EndpointForm
        type={endpoint.type}
        stored={endpoint}
        authentication={authenticationOf(endpoint)}
        word="Change"
        isDisabled={lacking !== null}
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
