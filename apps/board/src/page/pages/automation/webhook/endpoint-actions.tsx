import { useSignal } from '@preact/signals';
import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import { useEffect, useRef } from 'preact/hooks';
import Ellipsis from '~icons/lucide/ellipsis';
import Pencil from '~icons/lucide/pencil';
import Trash2 from '~icons/lucide/trash-2';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { permissionReason } from '../../../api/permission-reason.ts';
import { mutate } from '../../../api/rest.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Menu } from '../../../components/controls/menu.tsx';
import { TextField } from '../../../components/fields/field.tsx';
import { Lazy } from '../../../components/lazy.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { showToast } from '../../../components/toast.tsx';
import { announce } from '../../../navigation/announce.ts';
import { closeDetails } from '../../../navigation/close-details.ts';
import { location, navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import type { Values } from '../properties/definition.ts';
import { authenticationOf, endpointRequestPath, hasOpenSettings } from '../webhooks/endpoint.ts';

const loadForm = async () => (await import('../webhooks/endpoint-form.tsx')).EndpointForm;

interface ChangeProps {
  readonly endpoint: ConfigurationResponse;
  /** The permission that the user lacks to change the endpoint; null: none, undefined: unknown. */
  readonly missingPermission: string | null | undefined;
  readonly refresh: () => Promise<void>;
}

/** The fields of an endpoint, which are loaded when they are opened. Only changed fields are sent. */
export function ChangeEndpoint({ endpoint, missingPermission, refresh }: ChangeProps) {
  const title = useSignal<string | null>(null);
  const box = useRef<HTMLDetailsElement>(null);
  // Part of the key: a canceled form is rendered again without its inputs.
  const cancellations = useSignal(0);
  const hasOpened = useSignal(false);
  const isOpen = hasOpenSettings(location.value.query);
  useEffect(() => {
    if (isOpen) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const cancel = (): void => {
    title.value = null;
    cancellations.value += 1;
    closeDetails(box.current);
  };
  const save = async (properties: Values): Promise<void> => {
    const sentTitle = title.value;
    await mutate('PUT', endpointRequestPath(endpoint), {
      ...properties,
      ...(sentTitle !== null && { title: sentTitle }),
    });
    await refresh();
    if (title.value === sentTitle) title.value = null;
    announce(t('Webhook endpoint saved'));
  };
  return (
    <details ref={box} class="card edit" open={isOpen} onToggle={() => (hasOpened.value = true)}>
      <summary>
        <Icon of={Pencil} />
        Settings
      </summary>
      {(isOpen || hasOpened.value) && (
        <div class="body">
          <Lazy
            key={cancellations.value}
            load={loadForm}
            props={{
              ...{ type: endpoint.type, stored: endpoint, authentication: authenticationOf(endpoint) },
              ...{ submitLabel: t('Save'), isDisabled: missingPermission !== null, save, cancel },
              children: (
                <TextField
                  label="Title"
                  isRequired
                  value={title.value ?? endpoint.title}
                  change={(text) => {
                    title.value = text;
                  }}
                />
              ),
            }}
          />
        </div>
      )}
    </details>
  );
}

interface DeleteProps {
  readonly endpoint: ConfigurationResponse;
  /** The permission that the user lacks to delete the endpoint; null: none, undefined: unknown. */
  readonly missingPermission: string | null | undefined;
}

const reasonOf = (missingPermission: string | null | undefined): string | null => {
  if (missingPermission === undefined) return t('Checking your permissions…');
  return permissionReason(missingPermission);
};

/** The menu of an endpoint, which deletes it after a confirmation. */
export function EndpointMenu({ endpoint, missingPermission }: DeleteProps) {
  const isConfirming = useSignal(false);
  const refusal = useSignal<DisplayMessage | null>(null);
  const run = async (): Promise<void> => {
    try {
      await mutate('DELETE', endpointRequestPath(endpoint));
      showToast(t('Webhook endpoint deleted'));
      navigate('/automation/webhooks');
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  return (
    <>
      <Menu
        label="More actions"
        buttonClass="quiet square"
        sections={[
          {
            actions: [
              {
                ...{ label: t('Delete…'), icon: Trash2, isDanger: true, disabledReason: reasonOf(missingPermission) },
                run: () => (isConfirming.value = true),
              },
            ],
          },
        ]}
      >
        <Icon of={Ellipsis} />
      </Menu>
      {isConfirming.value && (
        <ConfirmDialog
          title={t`Delete ${endpoint.title}?`}
          confirmLabel="Delete endpoint"
          close={() => (isConfirming.value = false)}
          run={() => void run()}
          refusal={refusal.value}
        >
          Its deliveries are deleted. Triggers that use it stop receiving events.
        </ConfirmDialog>
      )}
    </>
  );
}
