import { useSignal } from '@preact/signals';
import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import { useEffect } from 'preact/hooks';
import Plus from '~icons/lucide/plus';
import WebhookIcon from '~icons/lucide/webhook';
import { ActionButton, MissingPermissions } from '../../../components/controls/action-button.tsx';
import { SearchInput } from '../../../components/controls/filter-controls.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Lazy } from '../../../components/lazy.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useAllowedFolders } from '../../../live/folders.ts';
import { useEntity } from '../../../live/queries.ts';
import { polled } from '../../../live/subscriptions.ts';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { location, navigate, replaceUrl } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { AutomationHead } from '../automation-head.tsx';
import { webhookPath } from '../events/webhook-address.ts';
import { endpointListState, endpointListUrl, endpointPath, firstDeliveries } from './endpoint.ts';
import { EndpointBrowser } from './endpoint-browser.tsx';

const loadNewEndpoint = async () => (await import('./new-endpoint.tsx')).NewEndpoint;

/** The request path of all webhook endpoints. */
const endpointsPath = '/config/byTypeAndTitle?configurationType=events.WebhookEndpoint';

/** Whether the title or the path of an endpoint contains the search text; case-insensitive. */
const matchesText = (endpoint: ConfigurationResponse, text: string): boolean =>
  `${endpoint.title}\n${webhookPath(endpoint)}`.toLowerCase().includes(text.trim().toLowerCase());

/** The list of webhook endpoints. REST returns all endpoints at once, so the filter and the pages are local. */
export function Webhooks() {
  const { value, refusal, retry } = useEntity<readonly ConfigurationResponse[]>(endpointsPath, [polled]);
  const isCreating = useSignal(false);
  const state = endpointListState.parse(location.value.query);
  const rows = value.value?.filter((endpoint) => matchesText(endpoint, state.text));
  const allowedFolders = useAllowedFolders('changeConfigurations');
  const { isLoaded, missingPermission } = allowedFolders;
  const startCreating = (): void => {
    isCreating.value = true;
  };
  usePaletteActions(isLoaded ? [{ name: t('New webhook endpoint'), missingPermission, run: startCreating }] : []);
  useEffect(() => {
    document.title = t('Webhook endpoints · Slipway');
  }, []);
  return (
    <section>
      <AutomationHead
        current="/automation/webhooks"
        meta="Other systems send events to an endpoint. Triggers and waiting tasks react to them."
      >
        <ActionButton isMain missingPermission={missingPermission} isDisabled={!isLoaded} run={startCreating}>
          <Icon of={Plus} />
          New webhook endpoint
        </ActionButton>
      </AutomationHead>
      <MissingPermissions names={[missingPermission]} />
      <search class="filter-bar">
        <SearchInput
          label="Search by title or address"
          value={state.text}
          change={(text) => replaceUrl(endpointListUrl({ ...firstDeliveries, text, from: 0 }))}
        />
      </search>
      <Refusal message={refusal.value} retry={retry} />
      {rows && rows.length > 0 && <EndpointBrowser endpoints={rows} state={state} allowedFolders={allowedFolders} />}
      {rows?.length === 0 && (
        <div class="card">
          <EmptyState
            icon={WebhookIcon}
            text={
              value.value?.length === 0 ? t('No webhook endpoints yet') : t('No webhook endpoints match these filters')
            }
          />
        </div>
      )}
      {isCreating.value && (
        <Lazy
          load={loadNewEndpoint}
          props={{
            allowedFolders,
            close: () => (isCreating.value = false),
            onCreated: ({ id }) => navigate(endpointPath(id)),
          }}
        />
      )}
    </section>
  );
}
