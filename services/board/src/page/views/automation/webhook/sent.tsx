import type { ConfigurationAnswer, ReceivedEventAnswer } from '@slipway/wire';
import { useLatest } from '../../../live/use-latest.ts';
import { nowAndThen, type Want } from '../../../live/wants.ts';
import { Refusal } from '../../../parts/refusal.tsx';
import { rowsOfPage } from '../../../parts/table.tsx';
import { lastOf } from '../../../place/ids.ts';
import { go } from '../../../place/router.ts';
import { Deliveries } from './deliveries.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { addressOf, type Spot } from './spot.ts';

/** The stream covers releases, which accepted events create, and nothing else here. */
const wanted: readonly Want[] = ['list=releases', nowAndThen];

interface Props {
  readonly endpoint: ConfigurationAnswer;
  readonly spot: Spot;
}

/** The deliveries of an endpoint, with the permission. */
export function Sent({ endpoint, spot }: Props) {
  const last = encodeURIComponent(lastOf(endpoint.id));
  const path = `/webhooks/${last}/deliveries?page=${spot.page}&resultsPerPage=${rowsOfPage}`;
  const { value, refusal, refresh } = useLatest<readonly ReceivedEventAnswer[]>(path, wanted);
  const replayed = async ({ id }: ReceivedEventAnswer): Promise<void> => {
    go(addressOf(endpoint.id, { ...spot, delivery: id }));
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
      {value && <Deliveries endpoint={endpoint.id} deliveries={value} spot={spot} />}
      {spot.delivery !== null && (
        <DeliveryDrawer
          key={spot.delivery}
          endpoint={endpoint.id}
          last={last}
          delivery={spot.delivery}
          spot={spot}
          replayed={replayed}
          close={() => go(addressOf(endpoint.id, { ...spot, delivery: null }))}
        />
      )}
    </section>
  );
}
