import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import type { ReceivedEventResponse } from '@slipway/api-schema/webhooks';
import { Refusal } from '../../../components/refusal.tsx';
import { pageSize } from '../../../components/table.tsx';
import { useLatest } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { navigate } from '../../../navigation/router.ts';
import { type EndpointState, endpointUrl } from '../webhooks/endpoint.ts';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { DeliveryTable } from './delivery-table.tsx';

/** The stream covers releases, which accepted events create, and nothing else here. */
const topics: readonly Topic[] = ['list=releases', polled];

interface Props {
  readonly endpoint: ConfigurationResponse;
  readonly urlState: EndpointState;
}

/** The deliveries of an endpoint, with the permission. */
export function DeliveryList({ endpoint, urlState }: Props) {
  const endpointKey = encodeURIComponent(lastSegment(endpoint.id));
  const path = `/webhooks/${endpointKey}/deliveries?page=${urlState.page}&resultsPerPage=${pageSize}`;
  const { value, refusal, refresh } = useLatest<readonly ReceivedEventResponse[]>(path, topics);
  const showReplay = async ({ id }: ReceivedEventResponse): Promise<void> => {
    navigate(endpointUrl(endpoint.id, { ...urlState, delivery: id }));
    await refresh();
  };
  return (
    <section>
      <h2>Deliveries</h2>
      <div class="actions">
        <button type="button" onClick={() => void refresh()}>
          Look again
        </button>
      </div>
      <Refusal message={refusal.value} />
      {value && <DeliveryTable endpoint={endpoint.id} deliveries={value} urlState={urlState} />}
      {urlState.delivery !== null && (
        <DeliveryDrawer
          key={urlState.delivery}
          endpoint={endpoint.id}
          endpointKey={endpointKey}
          delivery={urlState.delivery}
          urlState={urlState}
          onReplayed={showReplay}
          close={() => navigate(endpointUrl(endpoint.id, { ...urlState, delivery: null }))}
        />
      )}
    </section>
  );
}
