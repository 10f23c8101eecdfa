import type { ConfigurationResponse, ReceivedEventResponse } from '@slipway/wire';
import { useLatest } from '../../../live/use-latest.ts';
import { polled, type Topic } from '../../../live/wants.ts';
import { Refusal } from '../../../parts/refusal.tsx';
import { pageSize } from '../../../parts/table.tsx';
import { lastSegment } from '../../../place/ids.ts';
import { navigate } from '../../../place/router.ts';
import { DeliveryTable } from './deliveries.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { endpointUrl, type UrlState } from './spot.ts';

/** The stream covers releases, which accepted events create, and nothing else here. */
const topics: readonly Topic[] = ['list=releases', polled];

interface Props {
  readonly endpoint: ConfigurationResponse;
  readonly urlState: UrlState;
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
      <Refusal sentence={refusal.value} />
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
