import { useSignal } from '@preact/signals';
import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import Plus from '~icons/lucide/plus';
import { Lazy } from '../../../components/lazy.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { triggerPath } from '../../../navigation/ids.ts';
import { navigate } from '../../../navigation/router.ts';

const loadNewTrigger = async () => (await import('../new-trigger/new-trigger.tsx')).NewTrigger;

interface Props {
  readonly endpoint: ConfigurationResponse;
  /** Whether it is the main action of the page. */
  readonly isMain?: boolean;
}

/** A button with the form of a trigger that receives the events of an endpoint. The form checks the permissions. */
export function NewTriggerButton({ endpoint: { id }, isMain = false }: Props) {
  const isCreating = useSignal(false);
  return (
    <>
      <button type="button" class={isMain ? 'main' : 'small'} onClick={() => (isCreating.value = true)}>
        <Icon of={Plus} size={isMain ? undefined : 'small'} />
        New trigger for this endpoint
      </button>
      {isCreating.value && (
        <Lazy
          load={loadNewTrigger}
          props={{
            eventSource: id,
            close: () => (isCreating.value = false),
            onCreated: (trigger) => navigate(triggerPath(trigger.id)),
          }}
        />
      )}
    </>
  );
}
